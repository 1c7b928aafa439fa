/** For tests: the text of an element, with plain spaces. */
export const plainText = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/[\u00a0\u2007\u202f]/g, ' ')

/** For tests: the texts of all elements that match a selector, with plain spaces. */
export const plainTexts = (within: ParentNode, selector: string): string[] =>
  [...within.querySelectorAll(selector)].map(plainText)

/** For tests: the cells of each row of a table, its head first, with plain spaces. */
export const cellsOf = (table: Element): string[] =>
  [...table.querySelectorAll('tr')].map((row) => plainTexts(row, 'th, td').join(' | '))

/** For tests: labels and values of a description list, with plain spaces. */
export const pairsOf = (list: Element | null): string[] =>
  [...(list?.querySelectorAll('dt') ?? [])].map(
    (label) => `${plainText(label)}: ${plainText(label.nextElementSibling)}`,
  )
