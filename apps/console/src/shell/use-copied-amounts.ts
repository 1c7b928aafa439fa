import { useEffect } from 'react'

/** Amounts in what an operator copies are plain decimals, without separators. Source: requirements SCR-007. */
export function useCopiedAmounts(): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => {
      const text = plainText(document.getSelection())
      if (text === null) return
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])
}

/** The selected text with its amounts as plain decimals; null without amounts in it. */
function plainText(selection: Selection | null): string | null {
  if (selection === null || selection.isCollapsed) return null
  const amounts = [...document.querySelectorAll<HTMLElement>('[data-plain]')].filter((amount) =>
    selection.containsNode(amount, true),
  )
  if (amounts.length === 0) return null
  const text = selection.toString()
  let plain = ''
  let end = 0
  for (const amount of amounts) {
    const shown = shownDigits(amount)
    const start = text.indexOf(shown, end)
    // Of an amount, a part alone is selected.
    if (start === -1) continue
    plain += `${text.slice(end, start)}${amount.dataset['plain']}`
    end = start + shown.length
  }
  return plain + text.slice(end)
}

/** The digits of an amount as they are shown, without its currency. */
const shownDigits = (amount: HTMLElement): string =>
  [...amount.childNodes]
    .filter((node) => !(node instanceof Element && node.classList.contains('currency')))
    .map(({ textContent }) => textContent)
    .join('')
