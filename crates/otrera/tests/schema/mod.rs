//! `docs/answers.schema.json`, and a validator of the few words of JSON Schema that it uses.
//!
//! It is stricter than a schema is: a field that the schema does not name is an error here, for
//! users read in it which fields there are.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::BTreeMap;

use serde_json::Value;

pub struct Schema {
    definitions: BTreeMap<String, Value>,
}

/// Words that say nothing about what is valid.
const REMARKS: [&str; 2] = ["description", "deprecated"];

impl Schema {
    pub fn read() -> Schema {
        let text = include_str!("../../../../docs/answers.schema.json");
        let mut schema: Value = serde_json::from_str(text).unwrap();
        let definitions = schema["$defs"].take();
        Schema { definitions: serde_json::from_value(definitions).unwrap() }
    }

    /// The names of all definitions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.definitions.keys().map(String::as_str)
    }

    pub fn definition(&self, name: &str) -> &Value {
        self.definitions.get(name).unwrap_or_else(|| panic!("the schema has no `{name}`"))
    }

    /// What is wrong with a value, if anything: the place, and why.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        self.check_by(self.definition(name), value, name)
    }

    fn check_by(&self, rule: &Value, value: &Value, place: &str) -> Result<(), String> {
        let wrong = |why: String| Err(format!("{place}: {why}"));
        for (word, says) in rule.as_object().expect("a rule is an object") {
            match word.as_str() {
                "$ref" => {
                    let name = says.as_str().and_then(|it| it.strip_prefix("#/$defs/")).unwrap();
                    self.check_by(self.definition(name), value, place)?;
                }
                "type" => {
                    let types = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                    if !types.iter().any(|name| is_of_type(value, name.as_str().unwrap())) {
                        return wrong(format!("found {value}, expected the type {says}"));
                    }
                }
                "enum" if !says.as_array().unwrap().contains(value) => {
                    return wrong(format!("found {value}, expected one of {says}"));
                }
                "enum" => {}
                "anyOf" => {
                    let tried = says.as_array().unwrap().iter();
                    let errors: Vec<String> =
                        tried.map_while(|rule| self.check_by(rule, value, place).err()).collect();
                    if errors.len() == says.as_array().unwrap().len() {
                        return wrong(format!("none of these: {}", errors.join("; ")));
                    }
                }
                "required" => {
                    for field in says.as_array().unwrap().iter().filter_map(Value::as_str) {
                        if value.as_object().is_some_and(|fields| !fields.contains_key(field)) {
                            return wrong(format!("`{field}` is missing"));
                        }
                    }
                }
                "properties" | "additionalProperties" => self.check_fields(rule, value, place)?,
                "items" => {
                    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check_by(says, item, &format!("{place}[{n}]"))?;
                    }
                }
                "minItems" | "maxItems" => {
                    let length = value.as_array().map(|items| items.len() as u64);
                    let limit = says.as_u64().unwrap();
                    let fits = |n| if word == "minItems" { n >= limit } else { n <= limit };
                    if !length.is_none_or(fits) {
                        return wrong(format!("{word} is {limit}, found {value}"));
                    }
                }
                other => assert!(REMARKS.contains(&other), "{place}: `{other}` is not understood"),
            }
        }
        Ok(())
    }

    fn check_fields(&self, rule: &Value, value: &Value, place: &str) -> Result<(), String> {
        for (field, value) in value.as_object().into_iter().flatten() {
            let place = format!("{place}.{field}");
            match rule["properties"].get(field).or(rule.get("additionalProperties")) {
                Some(rule) => self.check_by(rule, value, &place)?,
                None => return Err(format!("{place}: add it to docs/answers.schema.json")),
            }
        }
        Ok(())
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("the type `{name}` is not understood"),
    }
}
