//! The page: files that the binary holds.

use std::collections::HashMap;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use sha2::{Digest, Sha256};

use super::refusal::Refusal;

/// Paths and contents, sorted; made by the build script from `web/`.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// All files by their paths.
pub struct Site {
    files: HashMap<&'static str, File>,
}

struct File {
    content: &'static [u8],
    kind: &'static str,
    /// Changes with the content.
    tag: HeaderValue,
}

impl Site {
    pub fn new() -> anyhow::Result<Site> {
        let mut files = HashMap::new();
        for &(path, content) in FILES {
            let digest: String =
                Sha256::digest(content)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            let tag = HeaderValue::try_from(format!("\"{digest}\""))?;
            files.insert(name(path), File { content, kind: kind(path), tag });
        }
        Ok(Site { files })
    }

    /// The file that a path names. What is not in the list does not exist, whatever the path says.
    pub fn answer(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Response<Body>, Refusal> {
        let path = if uri.path() == "/" { "/index.html" } else { uri.path() };
        let Some(file) = self.files.get(path) else {
            return Err(Refusal::not_found(format!("{path}: there is no such page")));
        };
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Err(Refusal::wrong_method(method));
        }
        let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == file.tag);
        let (status, content) = match known {
            true => (StatusCode::NOT_MODIFIED, &[][..]),
            false => (StatusCode::OK, file.content),
        };
        let mut response = Response::new(Body::from(content));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
        headers.insert(header::ETAG, file.tag.clone());
        // Asked for again each time, and sent only if it has changed with the program.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        Ok(response)
    }
}

/// What a browser asks for: a page has the name of its file without the ending, and the first one both names.
fn name(path: &'static str) -> &'static str {
    match path.strip_suffix(".html") {
        Some(page) if path != "/index.html" => page,
        _ => path,
    }
}

/// The media type of a file by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}
