import { Button, Progress, useToast } from '@partner-office/ui'
import { CallFailed, codeOf, errorText, saveFile } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { countText } from '../../lib/formats/formats.ts'
import './files.css'

type ExportProps = {
  /** Downloads the file and reports the share of it that has arrived. Units: 0 to 1. */
  readonly download: (onReceived: (share: number) => void) => Promise<File>
  readonly size?: 'sm' | 'md'
}

/** A short download is over before a bar would be seen. Units: milliseconds. */
const SHOWN_AFTER_MS = 1_000

/** Downloads a list as a file and saves it. A long download shows how much of it has arrived. */
export function ExportButton({ download, size = 'md' }: ExportProps) {
  const { t, i18n } = useTranslation()
  const toast = useToast()
  const [received, setReceived] = useState(0)
  const saving = useMutation({
    mutationFn: () => download(setReceived),
    onMutate: () => setReceived(0),
    onSuccess: saveFile,
    onError: (error) => {
      const brokenOff = error instanceof CallFailed ? error.brokenOff : null
      const style = { locale: i18n.language, isPlain: false }
      toast.error({
        title: t('team.exportFailed'),
        text:
          brokenOff === null
            ? errorText(i18n, codeOf(error))
            : t('team.exportBroken', {
                arrived: countText(brokenOff.arrived, style),
                rows: countText(brokenOff.rows, style),
              }),
      })
    },
  })
  const isLong = useIsLong(saving.isPending)
  return (
    <div className="export">
      <Button
        size={size}
        icon="download"
        busy={saving.isPending}
        busyLabel={t('team.exporting')}
        onClick={() => saving.mutate()}
      >
        {t('team.export')}
      </Button>
      {isLong && (
        <div className="export-bar">
          <Progress
            size="thin"
            segments={[{ percent: Math.floor(received * 100), tone: 'done' }]}
            label={t('team.exporting')}
          />
        </div>
      )}
    </div>
  )
}

/** Whether something has been running for a while. */
function useIsLong(isRunning: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isRunning])
  return isLong
}
