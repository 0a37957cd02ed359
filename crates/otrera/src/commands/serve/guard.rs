//! Who may ask: this page alone. Other pages in the same browser, also those that have made a name of
//! theirs point to this machine, are turned away; and what is sent allows nothing but itself.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse;

use super::refusal::Refusal;

/// What every answer says besides its content.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Knows by which names the server may be called.
pub struct Guard {
    /// The names, or none if any will do.
    names: Option<Vec<String>>,
    port: u16,
}

impl Guard {
    /// For a server at this address. If it is meant for others as well, they may call it by any name.
    pub fn new(address: SocketAddr, public: bool) -> Guard {
        let port = address.port();
        let own = match address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let mut names =
            vec!["127.0.0.1".to_owned(), "localhost".to_owned(), "[::1]".to_owned(), own];
        names.dedup();
        Guard { names: (!public).then_some(names), port }
    }

    /// Lets a request pass, or says why not.
    pub fn check(&self, request: &Request<Body>) -> Result<(), Refusal> {
        let refused = |error| Err(Refusal::new(StatusCode::FORBIDDEN, error));
        let headers = request.headers();
        let Some(host) = only(headers, header::HOST).filter(|host| self.is_ours(host)) else {
            return refused("Host: expected the address that this server listens on");
        };
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, header::ORIGIN).unwrap_or_default();
            let scheme = origin.strip_prefix("http://").or_else(|| {
                // Behind somebody who encrypts.
                origin.strip_prefix("https://").filter(|_| self.names.is_none())
            });
            if scheme.is_none_or(|name| !name.eq_ignore_ascii_case(host)) {
                return refused("Origin: only the page of this server may ask");
            }
        }
        let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
        if request.uri().path().starts_with("/api/")
            && !matches!(site, None | Some("same-origin" | "none"))
        {
            return refused("Sec-Fetch-Site: only the page of this server may ask");
        }
        Ok(())
    }

    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            // A colon in brackets belongs to the address.
            Some((name, port)) if !port.contains(']') => (name, port),
            _ => (host, "80"),
        };
        let called = |own: &String| own.eq_ignore_ascii_case(name);
        match &self.names {
            Some(names) => port == self.port.to_string() && names.iter().any(called),
            None => !name.is_empty(),
        }
    }
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// An answer with the headers that each has.
pub fn sealed(answer: Result<Response<Body>, Refusal>) -> Response<Body> {
    let mut response = answer.unwrap_or_else(Refusal::into_response);
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(guard: &Guard, uri: &str, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.check(&request.body(Body::empty()).unwrap()).is_ok()
    }

    #[test]
    fn names_of_this_machine() {
        let guard = Guard::new("127.0.0.1:7531".parse().unwrap(), false);
        for host in ["127.0.0.1:7531", "localhost:7531", "LOCALHOST:7531", "[::1]:7531"] {
            assert!(allows(&guard, "/", &[("host", host)]), "{host}");
        }
        for host in [
            "",
            "evil.example:7531",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:7532",
            "localhost:+7531",
            "localhost:07531",
            "[::1]",
            ":7531",
        ] {
            assert!(!allows(&guard, "/", &[("host", host)]), "{host}");
        }
        assert!(!allows(&guard, "/", &[]));
        assert!(!allows(&guard, "/", &[("host", "localhost:7531"), ("host", "localhost:7531")]));
        let plain = Guard::new("127.0.0.1:80".parse().unwrap(), false);
        assert!(allows(&plain, "/", &[("host", "localhost")]));
    }

    #[test]
    fn other_pages() {
        let guard = Guard::new("127.0.0.1:7531".parse().unwrap(), false);
        let host = ("host", "localhost:7531");
        for (origin, allowed) in [
            ("http://localhost:7531", true),
            ("http://127.0.0.1:7531", false),
            ("https://localhost:7531", false),
            ("http://evil.example", false),
            ("null", false),
        ] {
            assert_eq!(
                allows(&guard, "/api/show", &[host, ("origin", origin)]),
                allowed,
                "{origin}"
            );
        }
        for (site, path, allowed) in [
            ("cross-site", "/api/about", false),
            ("same-site", "/api/about", false),
            ("cross-site", "/", true),
            ("same-origin", "/api/about", true),
            ("none", "/api/about", true),
        ] {
            assert_eq!(
                allows(&guard, path, &[host, ("sec-fetch-site", site)]),
                allowed,
                "{site} {path}"
            );
        }
    }

    #[test]
    fn a_public_server_has_any_name() {
        let guard = Guard::new("0.0.0.0:7531".parse().unwrap(), true);
        assert!(allows(&guard, "/", &[("host", "board.example:7531")]));
        let origin = |origin| [("host", "board.example"), ("origin", origin)];
        assert!(allows(&guard, "/api/show", &origin("https://board.example")));
        assert!(!allows(&guard, "/api/show", &origin("https://evil.example")));
    }
}
