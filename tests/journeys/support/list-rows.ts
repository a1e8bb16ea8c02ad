// Rows of a list on a desktop. Headings, groups and totals are rows for a screen reader, too, but not these.
import type { Locator, Page } from '@playwright/test';

export const listRows = (page: Page): Locator => page.locator('tr[data-row]');
