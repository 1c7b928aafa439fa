import { IconButton } from '@partner-office/ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { Section } from './section.tsx'

/** The way from the sign-up to the first figures: a slider below the desktop width. Source: requirements LND-006, LND-007. */
export function StartSteps() {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const steps = [
    { title: t('home.step1Title'), text: t('home.step1Text') },
    { title: t('home.step2Title'), text: t('home.step2Text') },
    { title: t('home.step3Title'), text: t('home.step3Text') },
    { title: t('home.step4Title'), text: t('home.step4Text') },
  ]
  return (
    <Section id="start" title={t('home.start')}>
      <div className="steps-frame">
        <ol ref={list} className="steps" tabIndex={0} aria-labelledby="start-title">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="stack">
              <span className="step-number digits" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="heading-2">{title}</h3>
              <p className="subdued">{text}</p>
            </li>
          ))}
        </ol>
        <div className="steps-move in-row">
          <IconButton icon="back" label={t('home.previousStep')} onClick={() => move(list, -1)} />
          <IconButton icon="forward" label={t('home.nextStep')} onClick={() => move(list, 1)} />
        </div>
      </div>
    </Section>
  )
}

/** Scrolls the slider by one step, in reading direction. */
function move({ current: list }: { current: HTMLElement | null }, steps: 1 | -1): void {
  const [first, second] = list?.children ?? []
  if (first === undefined || second === undefined) return
  // Negative in a language that is written from right to left.
  const width = second.getBoundingClientRect().left - first.getBoundingClientRect().left
  list?.scrollBy({ left: steps * width })
}
