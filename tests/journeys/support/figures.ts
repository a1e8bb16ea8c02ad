// Figures beside their labels, as summaries and reports show them.
import { expect, type Page } from '@playwright/test';

/** Waits until each label has its value. */
export async function expectFigures(page: Page, figures: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(figures)) {
    const figure = page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]');
    await expect(figure).toHaveText(value);
  }
}
