//! Memory that may be too much to ask for.

/// How many of this kind there is memory for: so many, or else half of that, and so on.
pub(crate) fn affordable<T>(wanted: usize) -> usize {
    let mut count = wanted;
    while count > 0 && Vec::<T>::new().try_reserve_exact(count).is_err() {
        count /= 2;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_becomes_less() {
        assert_eq!(affordable::<u64>(100), 100);
        let most = affordable::<[u8; 1024]>(usize::MAX / 1024);
        assert!(most > 0 && most < usize::MAX / 2048, "{most}");
    }
}
