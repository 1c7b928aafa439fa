import { IconButton, MAIN } from '@partner-office/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** Heights of the window after which the button appears. Source: requirements NAV-027. */
const SCREENS = 1.5

/** A button that leads back to the top of a long page. Source: requirements NAV-027, NAV-028. */
export function ScrollToTop() {
  const { t } = useTranslation()
  const isFar = useSyncExternalStore(subscribe, isFarDown)
  if (!isFar) return null
  return (
    <span className="to-top">
      <IconButton variant="secondary" icon="up" label={t('common.toTop')} onClick={toTop} />
    </span>
  )
}

const isFarDown = (): boolean => window.scrollY > SCREENS * window.innerHeight

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  window.addEventListener('resize', onChange)
  return () => {
    window.removeEventListener('scroll', onChange)
    window.removeEventListener('resize', onChange)
  }
}

/** The button disappears at the top, so the focus goes to the page. */
function toTop(): void {
  document.querySelector<HTMLElement>(`#${MAIN}`)?.focus({ preventScroll: true })
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
}
