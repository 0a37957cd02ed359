// What a person likes, kept from visit to visit.

const KEY = 'otrera.settings';
const DEFAULTS = { theme: 'system', animation: true, lead: true, keepAreas: false, trail: true, shortcuts: true };

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...DEFAULTS };
  }
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

export const settings = {
  values: load(),
  listeners: [],

  get(name) {
    return this.values[name];
  },

  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // Without storage a setting lasts as long as the page.
    }
    this.apply();
    for (const listener of this.listeners) listener(name);
  },

  onChange(listener) {
    this.listeners.push(listener);
  },

  animated() {
    return this.values.animation && !calm.matches;
  },

  isDark() {
    return this.values.theme === 'dark' || (this.values.theme === 'system' && dark.matches);
  },

  apply() {
    document.documentElement.dataset.theme = this.values.theme;
  },
};
