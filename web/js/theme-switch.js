// The button that changes between light and dark.

import { icon } from './dom.js';
import { settings } from './settings.js';

export function themeSwitch(button) {
  const show = () => {
    const dark = settings.isDark();
    button.replaceChildren(icon(dark ? 'sun' : 'moon'));
    button.setAttribute('aria-label', dark ? 'Light colours' : 'Dark colours');
  };
  button.addEventListener('click', () => settings.set('theme', settings.isDark() ? 'light' : 'dark'));
  settings.onChange(show);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}
