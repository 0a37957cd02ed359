// Runs before the first paint, so that the page does not flash in the other theme.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('otrera.settings'))?.theme ?? 'system';
} catch {
  document.documentElement.dataset.theme = 'system';
}
