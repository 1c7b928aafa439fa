import { buttonClass } from '@partner-office/ui'

/** The look of a link that is the one next step of a card. */
export const nextStep = buttonClass({ variant: 'primary', size: 'lg', block: true })
