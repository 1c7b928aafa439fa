import { Gem, Icon } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { videoOf } from '../../lib/configuration/videos.ts'

type Progress = 'covered' | 'playing' | 'failed'

/**
 * The introduction video. No request goes to the video host before the reader presses play.
 *
 * A video that does not load leaves its cover with a link to it. Without a video there are gems instead of a player.
 * Source: requirements BON-003, BON-004; decisions D-013.
 */
export function IntroVideo() {
  const { config } = useOffice()
  const language = useLocale()
  const source = videoOf(config, 'bonuses', language)
  if (source === null) return <Gems />
  return (
    <figure className="video">
      <Player key={source} source={source} />
    </figure>
  )
}

function Player({ source }: { readonly source: string }) {
  const { t } = useTranslation()
  const [progress, go] = useState<Progress>('covered')
  const label = t('bonuses.play')
  if (progress === 'playing') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the operators' files bring their own, if any
      <video src={source} aria-label={label} controls autoPlay onError={() => go('failed')} />
    )
  }
  return (
    <>
      <Cover />
      {progress === 'failed' ? (
        <a className="play" href={source} target="_blank" rel="noreferrer" aria-label={label}>
          <Icon name="external" size={24} />
        </a>
      ) : (
        <button type="button" className="play" aria-label={label} onClick={() => go('playing')}>
          <Icon name="play" size={24} />
        </button>
      )}
    </>
  )
}

const RISING = ['AMBER', 'JADE', 'SAPPHIRE', 'RUBY', 'DIAMOND'] as const
const SMALLEST = 28
const STEP = 12

/** Ranks from left to right, each larger than the one before. */
function Gems() {
  return (
    <figure className="rising-gems" aria-hidden="true">
      {RISING.map((code, at) => (
        <Gem key={code} code={code} size={SMALLEST + at * STEP} />
      ))}
    </figure>
  )
}

const RADII = [60, 110, 160, 210, 260]

function Cover() {
  return (
    <svg viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {RADII.map((radius) => (
        <circle key={radius} cx="320" cy="180" r={radius} />
      ))}
    </svg>
  )
}
