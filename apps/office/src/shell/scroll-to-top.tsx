import { IconButton, MAIN } from '@partner-office/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Heights of the window after which the button appears. Source: requirements NAV-027. */
const SCREENS = 1.5

/** A button that leads back to the top of a long page. Source: requirements NAV-027, NAV-028. */
export function ScrollToTop() {
  const { t } = useTranslation()
  const isFar = useFarDown()
  if (!isFar) return null
  return (
    <span className="to-top">
      <IconButton variant="secondary" icon="up" label={t('common.toTop')} onClick={toTop} />
    </span>
  )
}

/** Reads the scroll position only after an event: reading it while a page is drawn would lay the page out twice. */
function useFarDown(): boolean {
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(window.scrollY > SCREENS * window.innerHeight)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return isFar
}

/** The button disappears at the top, so the focus goes to the page. */
function toTop(): void {
  document.querySelector<HTMLElement>(`#${MAIN}`)?.focus({ preventScroll: true })
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
}
