import DOMPurify from 'dompurify'

const ALLOWED_TAGS = 'p br b strong i em u s code pre blockquote ul ol li h3 h4 a'.split(' ')

/**
 * Cleans the HTML of a feed: text, lists, quotes and http(s) links stay; nothing in it runs or loads.
 *
 * Source: decisions D-108.
 */
export function cleanContent(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^https?:\/\//i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return fragment
}
