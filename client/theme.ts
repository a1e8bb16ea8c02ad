// Design tokens: one typeface, four sizes, two weights, one brand colour, and colours for the three states.
// vite.config.ts turns them into a static stylesheet, so nothing here is injected at run time.

import { type CSSVariablesResolver, createTheme } from '@mantine/core';

const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Deep teal. Shade 7 carries the primary action in both themes (white on it: 6.9:1). */
const brand = [
  '#eef7f6',
  '#d9edeb',
  '#b4dbd7',
  '#86c5bf',
  '#57aba4',
  '#34908a',
  '#1b7a74',
  '#0f655f',
  '#0b524d',
  '#08403c',
] as const;

/** Neutrals tinted slightly with the brand's hue. */
const gray = [
  '#f6f8f8',
  '#eef1f1',
  '#e2e7e7',
  '#d2d9d9',
  '#b3bdbd',
  '#8c9898',
  '#667373',
  '#4a5656',
  '#2d3737',
  '#151c1c',
] as const;

/** Not an inversion of the light theme: from text (0) over raised surfaces (5, 6) to the page (7). */
const dark = [
  '#e5eaea',
  '#bdc7c7',
  '#9caaaa',
  '#7d8b8b',
  '#363f40',
  '#2a3233',
  '#202728',
  '#141819',
  '#0e1112',
  '#090b0c',
] as const;

const red = [
  '#fdf0ef',
  '#fbdedb',
  '#f6bbb5',
  '#f29b93',
  '#e8746a',
  '#d9534a',
  '#c4362c',
  '#ad251c',
  '#8d1b14',
  '#6d130e',
] as const;

const green = [
  '#eaf6ed',
  '#d3ecd9',
  '#a8d8b4',
  '#7cc48e',
  '#4fab68',
  '#30904b',
  '#217a3b',
  '#17652f',
  '#105025',
  '#0b3e1c',
] as const;

const amber = [
  '#fff6e3',
  '#fdeac3',
  '#f9d58c',
  '#f2bc56',
  '#e3a02e',
  '#c58417',
  '#a46a0d',
  '#875407',
  '#6b4204',
  '#523203',
] as const;

const sizes = { small: '0.8125rem', body: '0.9375rem', large: '1.125rem', title: '1.5rem' } as const;

/** The heading of a dialog is a `<header>`, which would count as a second banner of the page. */
const dialogs = { lockScroll: false, attributes: { header: { role: 'presentation' } } };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  colors: { brand, gray, dark, red, green, amber },
  black: gray[9],
  fontFamily,
  fontFamilyMonospace: fontFamily,
  fontSizes: { xs: sizes.small, sm: sizes.body, md: sizes.body, lg: sizes.large, xl: sizes.title },
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.3' },
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: sizes.title, lineHeight: '1.3' },
      h2: { fontSize: sizes.large, lineHeight: '1.4' },
      h3: { fontSize: sizes.body, lineHeight: '1.5' },
      h4: { fontSize: sizes.body, lineHeight: '1.5' },
      h5: { fontSize: sizes.small, lineHeight: '1.4' },
      h6: { fontSize: sizes.small, lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '1rem' },
  defaultRadius: 'md',
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Scroll locking would inject a <style>; theme.css locks the page while a dialog is open instead.
  components: {
    // Closes without a transition: while it faded out, it would still receive the page's shortcuts.
    Modal: { defaultProps: { ...dialogs, transitionProps: { duration: 120, exitDuration: 0 }, centered: true } },
    Drawer: { defaultProps: { ...dialogs, transitionProps: { duration: 160 } } },
    // The placeholder would be an element of the menu that is not an item.
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', withInitialFocusPlaceholder: false } },
    // Next to its field, so that the list is part of the page's main region; theme.css makes it scroll.
    // A scrollable list would be a tab stop of its own, and Tab, which closes it, would lose the focus.
    Select: {
      defaultProps: {
        withScrollArea: false,
        comboboxProps: { withinPortal: false },
        attributes: { dropdown: { tabIndex: -1 }, options: { tabIndex: -1 } },
      },
    },
    // The text direction follows the typed text.
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    Tooltip: {
      defaultProps: { transitionProps: { duration: 100 }, events: { hover: true, focus: true, touch: true } },
    },
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--text-small': sizes.small,
    '--text-body': sizes.body,
    '--text-large': sizes.large,
    '--text-title': sizes.title,
    '--weight-strong': '600',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#566363',
    '--mantine-color-placeholder': '#667373',
    '--mantine-color-error': red[7],
    '--mantine-color-anchor': brand[7],
    '--mantine-color-default-border': '#b8c2c2',
    '--mantine-color-default-hover': gray[0],
    '--mantine-color-disabled-color': '#667373',
    '--surface-page': gray[0],
    '--surface': '#ffffff',
    '--surface-raised': '#ffffff',
    '--surface-sunken': gray[1],
    '--surface-hover': '#f1f5f4',
    '--surface-current': brand[0],
    '--line': gray[2],
    '--line-strong': gray[3],
    '--line-control': '#7f8b8b',
    '--text': gray[9],
    '--text-dimmed': '#566363',
    '--accent': brand[7],
    '--accent-text': brand[7],
    '--focus': brand[6],
    ...stateColours('pending', amber[0], amber[8], amber[2]),
    ...stateColours('approved', green[0], green[7], green[2]),
    ...stateColours('rejected', red[0], red[7], red[2]),
    ...projectColours('light'),
    '--shadow-raised': '0 1px 2px rgb(21 28 28 / 6%), 0 8px 24px rgb(21 28 28 / 10%)',
    '--loading-track': gray[2],
    '--skeleton': gray[3],
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8b9999',
    '--mantine-color-error': red[3],
    '--mantine-color-anchor': brand[3],
    '--mantine-color-brand-light-color': brand[3],
    '--mantine-color-red-light-color': red[3],
    '--mantine-color-default': dark[6],
    '--mantine-color-default-hover': dark[5],
    '--mantine-color-default-color': dark[0],
    '--mantine-color-default-border': '#4b5758',
    '--mantine-color-disabled-color': '#8b9999',
    '--surface-page': dark[7],
    '--surface': '#1a1f20',
    '--surface-raised': dark[6],
    '--surface-sunken': '#101415',
    '--surface-hover': '#222a2b',
    '--surface-current': '#16302e',
    '--line': '#2a3132',
    '--line-strong': dark[4],
    '--line-control': '#768384',
    '--text': dark[0],
    '--text-dimmed': dark[2],
    '--accent': brand[4],
    '--accent-text': brand[3],
    '--focus': brand[4],
    ...stateColours('pending', '#332710', amber[3], '#55411b'),
    ...stateColours('approved', '#142d1c', green[3], '#265234'),
    ...stateColours('rejected', '#3a1917', red[3], '#5f2b27'),
    ...projectColours('dark'),
    '--shadow-raised': '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 40%)',
    '--loading-track': dark[5],
    '--skeleton': dark[5],
  },
});

function stateColours(state: string, surface: string, text: string, line: string) {
  return { [`--${state}-surface`]: surface, [`--${state}-text`]: text, [`--${state}-line`]: line };
}

/** The twelve project colours of domain/projects.ts: swatches and bars, never text. At least 3:1 on their surface. */
const projectShades = {
  teal: ['#0f766e', '#3fb8ad'],
  blue: ['#1d6fd8', '#6ba8f5'],
  indigo: ['#4f51d6', '#8f91f2'],
  violet: ['#7a45d8', '#b18cf5'],
  grape: ['#a332b4', '#d77fe6'],
  pink: ['#d12d74', '#f27aab'],
  red: ['#cf3a33', '#f0817b'],
  orange: ['#c2560c', '#f29a52'],
  yellow: ['#a67c00', '#e6c04b'],
  lime: ['#5f8a10', '#a8cf55'],
  green: ['#2a8442', '#6cc685'],
  gray: ['#667373', '#9caaaa'],
} as const;

function projectColours(scheme: 'light' | 'dark') {
  const shades = Object.entries(projectShades);
  return Object.fromEntries(
    shades.map(([name, [light, dim]]) => [`--project-${name}`, scheme === 'light' ? light : dim]),
  );
}
