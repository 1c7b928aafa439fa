/** The attribute of the link that opens its row. */
export const ROW_LINK = 'data-row-link'

/** The links of the rows of a table's body, in their order. */
const linksIn = (body: HTMLElement | null): readonly HTMLElement[] => [
  ...(body?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? []),
]

/** The row that has the focus, or holds what has it. */
export const focusedRow = (body: HTMLElement | null): HTMLElement | null => {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-key]') ?? null
  return row !== null && body?.contains(row) === true ? row : null
}

/** Moves the focus by rows, from the focused row, else from the open one, else to the first. It stops at both ends. */
export function moveRow(body: HTMLElement | null, step: number): void {
  const links = linksIn(body)
  const from = focusedRow(body) ?? body?.querySelector<HTMLElement>('.row-open') ?? null
  const at = links.findIndex((link) => from?.contains(link) === true)
  const next = links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))]
  next?.focus()
}
