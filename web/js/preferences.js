// The settings dialog and the switch between light and dark.

import { byId, icon } from './dom.js';
import { settings } from './settings.js';

const BOXES = ['animation', 'trail', 'lead', 'shortcuts'];

export function preferences() {
  const dialog = byId('settings-dialog');
  const theme = byId('setting-theme');
  const toggle = byId('toggle-theme');
  byId('open-settings').addEventListener('click', () => dialog.showModal());
  theme.addEventListener('change', () => settings.set('theme', theme.value));
  toggle.addEventListener('click', () => settings.set('theme', settings.isDark() ? 'light' : 'dark'));
  for (const name of BOXES) {
    const box = byId(`setting-${name}`);
    box.addEventListener('change', () => settings.set(name, box.checked));
  }
  const show = () => {
    theme.value = settings.get('theme');
    for (const name of BOXES) byId(`setting-${name}`).checked = settings.get(name);
    const dark = settings.isDark();
    toggle.replaceChildren(icon(dark ? 'sun' : 'moon'));
    toggle.setAttribute('aria-label', dark ? 'Light colours' : 'Dark colours');
  };
  settings.onChange(show);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  show();
}
