import { buttonClass } from '@partner-office/ui'

/** The classes of the main link of a card. */
export const nextStep = buttonClass({ variant: 'primary', size: 'lg', block: true })
