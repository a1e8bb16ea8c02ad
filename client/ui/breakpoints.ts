// Widths of the window at which the layout changes. Style sheets write them in em: 37.5, 60, 80, 120 and 160.

export const breakpointsPx = { small: 600, medium: 960, large: 1280, extraLarge: 1920, huge: 2560 } as const;

/** A media query in em, so that it follows the font size of the browser. */
export const minWidth = (px: number): string => `(min-width: ${px / 16}em)`;
export const maxWidthBelow = (px: number): string => `(max-width: ${px / 16 - 0.0625}em)`;
