import { Note } from '@partner-office/ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { FromFrame, Part, PartWanted, ToFrame, View } from '../../pdf-frame/protocol.ts'

/** The page that draws. */
const FRAME = '/console/pdf-frame'

type PdfViewProps = {
  readonly address: string
  readonly name: string
  readonly view: View
  readonly onFailed: () => void
}

/**
 * A PDF, drawn page by page in a frame that has no origin and reaches no network.
 *
 * Source: requirements INB-006.
 */
export function PdfView({ address, name, view, onFailed }: PdfViewProps) {
  const { t } = useTranslation()
  const { frame, state } = useFrame({ address, view, onFailed })
  return (
    <div className="stack gap-3">
      {state?.kind === 'failed' && (
        <Note tone="red" live>
          {t('files.notDrawn')}
        </Note>
      )}
      {state?.kind === 'drawn' && (
        <p className="caption" role="status">
          {state.drawn < state.pages
            ? t('files.somePages', { drawn: state.drawn, count: state.pages })
            : t('files.pages', { count: state.pages })}
        </p>
      )}
      <iframe ref={frame} className="file-frame" title={name} src={FRAME} sandbox="allow-scripts" />
    </div>
  )
}

/** Speaks with the frame: gives it the bytes once, and each view. */
function useFrame({ address, view, onFailed }: Omit<PdfViewProps, 'name'>) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const bytes = useRef<ArrayBuffer | null>(null)
  const [state, setState] = useState<FromFrame | null>(null)
  const isReady = state !== null
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<FromFrame | PartWanted>) => {
      const shown = frame.current?.contentWindow
      if (source == null || source !== shown) return
      if (data.kind === 'part')
        void readPart(data.part).then((part) => shown.postMessage(part, '*'))
      else setState(data)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (!isReady) return undefined
    const stop = new AbortController()
    const post = (more: Pick<ToFrame, 'bytes'>) =>
      frame.current?.contentWindow?.postMessage(
        { ...view, ...more, pageText: t('files.page') } satisfies ToFrame,
        '*',
      )
    if (bytes.current === null) {
      readBytes(address, stop.signal)
        .then((read) => {
          bytes.current = read
          post({ bytes: read })
        })
        .catch(() => stop.signal.aborted || onFailed())
    } else post({})
    return () => stop.abort()
  }, [isReady, view, address, onFailed, t])
  return { frame, state }
}

async function readBytes(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal })
  if (response.headers.get('content-type') !== 'application/pdf') throw new Error('no PDF came')
  return response.arrayBuffer()
}

/** Files of `dist/pdf`. */
const PART = /^[\w-]+\.(?:bcmap|pfb|ttf)$/

/** A font or an encoding of the build. The name comes from a stranger's file: it can name nothing else. */
async function readPart(part: string): Promise<Part> {
  if (!PART.test(part)) return { part, bytes: null }
  try {
    const response = await fetch(`/console/pdf/${part}`)
    return { part, bytes: response.ok ? await response.arrayBuffer() : null }
  } catch {
    return { part, bytes: null }
  }
}
