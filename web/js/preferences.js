// The settings dialog.

import { byId } from './dom.js';
import { settings } from './settings.js';
import { themeSwitch } from './theme-switch.js';

const BOXES = ['animation', 'trail', 'lead', 'shortcuts'];

export function preferences() {
  const dialog = byId('settings-dialog');
  const theme = byId('setting-theme');
  byId('open-settings').addEventListener('click', () => dialog.showModal());
  theme.addEventListener('change', () => settings.set('theme', theme.value));
  themeSwitch(byId('toggle-theme'));
  for (const name of BOXES) {
    const box = byId(`setting-${name}`);
    box.addEventListener('change', () => settings.set(name, box.checked));
  }
  const show = () => {
    theme.value = settings.get('theme');
    for (const name of BOXES) byId(`setting-${name}`).checked = settings.get(name);
  };
  settings.onChange(show);
  show();
}
