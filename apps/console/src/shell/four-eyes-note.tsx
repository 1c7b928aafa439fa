import { Note } from '@partner-office/ui'
import { Link } from '@tanstack/react-router'
import { Trans } from 'react-i18next'

import { useSignedIn } from '../lib/console.ts'
import { PATHS } from '../paths.ts'
import { FOUR_EYES } from '../lib/anchors.ts'

/** Says on every page that four eyes is off. Source: requirements APR-013. */
export function FourEyesNote() {
  const { fourEyes } = useSignedIn()
  if (fourEyes) return null
  return (
    <Note tone="orange" icon="eye">
      <Trans
        i18nKey="fourEyes.alone"
        components={{ a: <Link to={PATHS.proposals} hash={FOUR_EYES} className="link" /> }}
      />
    </Note>
  )
}
