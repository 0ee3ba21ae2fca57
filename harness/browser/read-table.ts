import type { Page } from 'playwright-core'

export async function tableText(
  page: Page,
  caption: string | RegExp,
): Promise<readonly (readonly string[])[]> {
  const table = page.getByRole('table', { name: caption })
  await table.first().waitFor()
  const rows = await table.getByRole('row').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('th, td').allInnerTexts()
      return cells.map((text) => text.replace(/\s+/g, ' ').trim())
    }),
  )
}
