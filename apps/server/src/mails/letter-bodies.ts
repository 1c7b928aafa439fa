import { directionOf } from '@partner-office/locales'
import { amountFormat, dayText } from '@partner-office/locales/formats'
import { mailTexts, PRODUCT_NAME } from '@partner-office/locales/mail'

/** What a mail says: paragraphs with blank lines between them; the paragraph `{{link}}` is the way to a page. */
export type LetterContent = {
  readonly language: string
  readonly subject: string
  readonly text: string
  readonly link: string
  /** Small print below the content; a link in it is a paragraph of its own. */
  readonly footer?: readonly string[]
}

/** The values of placeholders. */
export type Values = Readonly<Record<string, string | number>>

/** Fills the placeholders of a text; unknown ones stay. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )

/** A text from people between other words: its direction cannot turn theirs (Unicode isolates). */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** An amount or an instant: its parts keep their order between words that run from right to left. */
export const leftToRight = (language: string, text: string): string =>
  directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text

/** An amount such as "1500.50 EUR", exact, in the digits and marks of the language. Source: decisions D-103. */
export function amountIn(language: string, amount: string): string {
  const [decimal = '', currency = ''] = amount.split(' ')
  const decimals = decimal.split('.')[1]?.length ?? 0
  const text = amountFormat(language, decimals).format(decimal as Intl.StringNumericLiteral)
  return leftToRight(language, `${text} ${currency}`)
}

/** An instant to the minute, UTC. Source: decisions D-102. */
export const instantIn = (language: string, at: number): string =>
  leftToRight(language, `${dayText(at)} ${new Date(at).toISOString().slice(11, 16)} UTC`)

/** The same content as plain text and as HTML. */
export function letterBodies(content: LetterContent): { text: string; html: string } {
  const { texts } = mailTexts(content.language)
  const footer = content.footer ?? [filled(texts['frame.about'], { product: PRODUCT_NAME })]
  const paragraphs = content.text.split('\n\n')
  const text = paragraphs.map((each) => (each === '{{link}}' ? content.link : each)).join('\n\n')
  return {
    text: `${text}\n\n-- \n${footer.join('\n')}`,
    html: htmlOf(content, footer, texts['frame.open']),
  }
}

/**
 * Tables and inline styles, because mail programs ignore style sheets or drop them. The style sheet only adds dark
 * colours for programs that know them.
 */
function htmlOf(
  { language, subject, text, link }: LetterContent,
  footer: readonly string[],
  open: string,
): string {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) =>
      paragraph === '{{link}}'
        ? button(link, open)
        : `<p style="${PARAGRAPH}">${asHtml(paragraph)}</p>`,
    )
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${asHtml(subject)}</title><style>${DARK}</style></head>
<body class="canvas" style="margin:0;padding:0;background:#F7F6F3">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#F7F6F3">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="fg" style="${FONT}font-size:16px;font-weight:600;color:#14161B;padding:0 4px 16px">${PRODUCT_NAME}</td></tr>
<tr><td class="surface" style="background:#FFFFFF;border:1px solid #E6E4DF;border-radius:12px;padding:24px;${BREAKS}">
<h1 class="fg" style="${FONT}font-size:20px;line-height:28px;font-weight:600;color:#14161B;margin:0 0 16px">${asHtml(subject)}</h1>
${paragraphs.join('\n')}
</td></tr>
<tr><td class="fg3" style="${FONT}font-size:12px;line-height:18px;color:#61646C;padding:16px 4px 0;${BREAKS}">${footer.map(small).join('<br>\n')}</td></tr>
</table></td></tr></table></body></html>`
}

const FONT = `font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;`
/** A long link would make the table wider than a phone. */
const BREAKS = 'word-break:break-word;overflow-wrap:anywhere'
const PARAGRAPH = `${FONT}font-size:14px;line-height:22px;color:#43464E;margin:0 0 16px`
const DARK = [
  '@media (prefers-color-scheme:dark){',
  '.canvas{background:#0F1012!important}',
  '.surface{background:#17191C!important;border-color:#282B30!important}',
  '.fg{color:#F1F2F3!important}p,.fg3{color:#B9BDC4!important}',
  '.ink{background:#F1F2F3!important}.ink a{color:#14161B!important}.plain{color:#9DB5FF!important}}',
].join('')

/** The button, and the address as text for programs that show no buttons. */
const button = (link: string, open: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 12px"><tr>
<td class="ink" style="background:#14161B;border-radius:8px"><a href="${asHtml(link)}" style="${FONT}display:inline-block;padding:10px 18px;font-size:14px;font-weight:500;color:#FFFFFF;text-decoration:none">${asHtml(open)}</a></td>
</tr></table>
<p dir="ltr" style="${FONT}font-size:12px;line-height:18px;margin:0 0 16px;word-break:break-all">${anchor(link)}</p>`

const small = (line: string): string =>
  line.startsWith('https://') || line.startsWith('http://') ? anchor(line) : asHtml(line)

const anchor = (link: string): string =>
  `<a class="plain" href="${asHtml(link)}" style="color:#2248B8">${asHtml(link)}</a>`

/** Texts may come from people: a name, a reason, an address. */
const asHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replaceAll('\n', '<br>\n')
