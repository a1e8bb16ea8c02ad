// Figures beside their labels, as summaries and reports show them.
import { expect, type Locator, type Page } from '@playwright/test';

/** What stands beside a label. */
export const figure = (page: Page, label: string): Locator =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]');

/** Waits until each label has its value. */
export async function expectFigures(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(figures)) await expect(figure(page, label)).toHaveText(value);
}
