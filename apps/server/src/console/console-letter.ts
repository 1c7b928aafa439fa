import type { Letter } from '../mails/letter.ts'
import { letterBodies } from '../mails/letter-bodies.ts'

type Content = {
  readonly email: string
  readonly subject: string
  /** Paragraphs; `{{link}}` is one of its own. */
  readonly text: string
  readonly link: string
}

/** A mail to an operator, in English as the console is. It belongs to no partner's account. Source: D-153. */
export const consoleLetter = ({ email, subject, text, link }: Content): Letter => ({
  userId: 0,
  to: email,
  subject,
  ...letterBodies({ language: 'en', subject, text, link }),
})
