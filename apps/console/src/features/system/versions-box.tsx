import { type CallReply, getVersions } from '@partner-office/contracts'
import { Note } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useTranslation } from 'react-i18next'

import { useLive } from '../../lib/use-live.ts'

const VERSIONS_MS = 60_000
const NAMES = ['program', 'schema', 'plan', 'node', 'database', 'timeZones'] as const

/** Versions, and whether the processes differ. Source: requirements SYS-006. */
export function VersionsBox() {
  const { t } = useTranslation()
  const query = useLive(getVersions, VERSIONS_MS)
  return (
    <Box title={t('system.versions')}>
      <Loaded query={query} placeholder={140}>
        {(versions) => <Versions versions={versions} />}
      </Loaded>
    </Box>
  )
}

function Versions({ versions }: { readonly versions: CallReply<typeof getVersions> }) {
  const { t } = useTranslation()
  return (
    <>
      {versions.differ && <Note tone="orange">{t('system.differ')}</Note>}
      <dl className="fact-list">
        {NAMES.map((name) => (
          <div key={name} className="contents">
            <dt>{t(`system.versionOf.${name}`)}</dt>
            <dd className="digits stored-value">{versions[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
