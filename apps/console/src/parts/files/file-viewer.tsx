import type { FileAddresses } from '@partner-office/contracts'
import { Button, Note, SelectField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { saveFile } from '../../lib/save-file.ts'
import type { View } from '../../pdf-frame/protocol.ts'
import { PdfView } from './pdf-view.tsx'

/** A file with its addresses. */
export type ShownFile = { readonly name: string; readonly addresses: FileAddresses }

type FileViewerProps = {
  readonly files: readonly ShownFile[]
  /** Asks for new addresses. */
  readonly onExpired: () => void
}

const WHOLE: View = { zoom: 100, turn: 0 }
const ZOOMS = [50, 100, 150, 200, 300, 400] as const

/** Files of a partner, one at a time, with zoom and turn. Source: requirements INB-006, DOC-002. */
export function FileViewer({ files, onExpired }: FileViewerProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const file = files[Math.min(at, files.length - 1)]
  if (file === undefined) return <p className="muted">{t('files.none')}</p>
  return (
    <Box title={t('files.title')} detail={t('files.audited')}>
      <div className="stack gap-3">
        {files.length > 1 && (
          <SelectField
            label={t('files.which')}
            value={String(at)}
            onChange={({ target }) => setAt(Number(target.value))}
          >
            {files.map(({ name }, place) => (
              <option key={`${place} ${name}`} value={String(place)}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <OneFile key={`${at} ${file.name}`} file={file} onExpired={onExpired} />
      </div>
    </Box>
  )
}

type OneFileProps = { readonly file: ShownFile; readonly onExpired: () => void }

/** The first addresses are kept: a newer one would load, and audit, the file again. */
function OneFile({ file: { name, addresses }, onExpired }: OneFileProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(addresses)
  const [isFailed, setFailed] = useState(false)
  const [view, setView] = useState(WHOLE)
  const fail = useCallback(() => setFailed(true), [])
  const again = () => {
    onExpired()
    setShown(addresses)
    setFailed(false)
  }
  const { picture, pdf } = shown
  if (picture === null && pdf === null) {
    return (
      <div className="stack gap-3">
        <p>{t('files.notShown')}</p>
        <Original name={name} address={addresses.original} />
      </div>
    )
  }
  return (
    <div className="stack gap-3">
      <ViewButtons view={view} onChange={setView} />
      {isFailed && (
        <Note tone="red" live>
          {t('files.failed')} <Button onClick={again}>{t('files.again')}</Button>
        </Note>
      )}
      {!isFailed && <Shown name={name} addresses={shown} view={view} onFailed={fail} />}
      <Original name={name} address={addresses.original} />
    </div>
  )
}

type ShownProps = ShownFile & { readonly view: View; readonly onFailed: () => void }

function Shown({ name, addresses: { pdf, picture }, view, onFailed }: ShownProps) {
  const { t } = useTranslation()
  if (pdf !== null) return <PdfView address={pdf} name={name} view={view} onFailed={onFailed} />
  return (
    <div className="file-view">
      <img
        src={picture ?? ''}
        alt={t('files.picture', { name })}
        className={`file-picture zoom-${view.zoom} turn-${view.turn}`}
        onError={onFailed}
      />
    </div>
  )
}

type ViewButtonsProps = { readonly view: View; readonly onChange: (view: View) => void }

function ViewButtons({ view, onChange }: ViewButtonsProps) {
  const { t } = useTranslation()
  const place = ZOOMS.findIndex((zoom) => zoom === view.zoom)
  const zoomTo = (to: number) => onChange({ ...view, zoom: ZOOMS[to] ?? view.zoom })
  return (
    <div className="in-row" role="group" aria-label={t('files.view')}>
      <Button size="sm" onClick={() => zoomTo(place - 1)}>
        {t('files.smaller')}
      </Button>
      <Button size="sm" onClick={() => zoomTo(place + 1)}>
        {t('files.larger')}
      </Button>
      <Button
        size="sm"
        onClick={() => onChange({ ...view, turn: ((view.turn + 90) % 360) as View['turn'] })}
      >
        {t('files.turn')}
      </Button>
      <span className="muted digits" role="status">
        {t('files.zoom', { zoom: view.zoom, turn: view.turn })}
      </span>
    </div>
  )
}

type OriginalProps = { readonly name: string; readonly address: string }

/** The file as it was sent, behind a warning. */
function Original({ name, address }: OriginalProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  if (!isAsked) {
    return (
      <div>
        <Button size="sm" icon="download" onClick={() => setAsked(true)}>
          {t('files.original')}
        </Button>
      </div>
    )
  }
  return (
    <Note tone="orange" live>
      <span className="stack gap-3">
        <span>{t('files.warning', { name })}</span>
        <span>
          <Button size="sm" onClick={() => saveFile(address)}>
            {t('files.download')}
          </Button>
        </span>
      </span>
    </Note>
  )
}
