import { Button, Dialog, Note } from '@partner-office/ui'
import { type Sent, UploadProgress } from '@partner-office/web'
import { useEffect, useRef, useState } from 'react'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

import { useUploadPhoto } from './photo-api.ts'
import { UPLOAD, type Upload } from './picture-checks.ts'

type UploadStepProps = { readonly photo: Blob; readonly onClose: () => void }

const TITLES: Readonly<Record<Upload, ParseKeys>> = {
  [UPLOAD.idle]: 'photo.uploading',
  [UPLOAD.uploading]: 'photo.uploading',
  [UPLOAD.success]: 'photo.saved',
  [UPLOAD.failed]: 'photo.notSaved',
}

/** Step 3: sends the cropped picture. Source: requirements PRF-024, PRF-036. */
export function UploadStep({ photo, onClose }: UploadStepProps) {
  const { t } = useTranslation()
  const { state, sent, send } = useUpload(photo)
  return (
    <Dialog
      title={t(TITLES[state])}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={(close) => <UploadButtons state={state} onSend={send} onClose={close} />}
    >
      <div className="in-row gap-4">
        <Preview photo={photo} />
        <div className="grow">
          <UploadProgress sent={sent} />
          <div role="status">
            {state === UPLOAD.success && <Note tone="green">{t('photo.savedText')}</Note>}
            {state === UPLOAD.failed && <Note tone="red">{t('photo.uploadFailed')}</Note>}
          </div>
        </div>
      </div>
    </Dialog>
  )
}

type UploadButtonsProps = {
  readonly state: Upload
  readonly onSend: () => void
  readonly onClose: () => void
}

function UploadButtons({ state, onSend, onClose }: UploadButtonsProps) {
  const { t } = useTranslation()
  if (state === UPLOAD.success) {
    return (
      <Button variant="primary" onClick={onClose}>
        {t('photo.done')}
      </Button>
    )
  }
  return (
    <>
      <Button variant="ghost" onClick={onClose}>
        {t('photo.cancel')}
      </Button>
      <Button
        variant="primary"
        icon="retry"
        busy={state !== UPLOAD.failed}
        busyLabel={t('photo.uploading')}
        onClick={onSend}
      >
        {t('photo.again')}
      </Button>
    </>
  )
}

/** Sends the picture at once, and again on demand. */
function useUpload(photo: Blob): {
  readonly state: Upload
  readonly sent: Sent
  readonly send: () => void
} {
  const { send, status, sent } = useUploadPhoto()
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isBegun.current) send(photo)
    isBegun.current = true
  }, [send, photo])
  const states = {
    idle: UPLOAD.idle,
    pending: UPLOAD.uploading,
    success: UPLOAD.success,
    error: UPLOAD.failed,
  }
  return { state: states[status], sent, send: () => send(photo) }
}

/** Draws the picture on a canvas: the pages may show no address of a local file. */
function Preview({ photo }: { readonly photo: Blob }) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [side] = useState(() => 88 * Math.min(3, Math.ceil(window.devicePixelRatio)))
  useEffect(() => {
    void createImageBitmap(photo).then((image) =>
      canvas.current?.getContext('2d')?.drawImage(image, 0, 0, side, side),
    )
  }, [photo, side])
  return (
    <canvas
      ref={canvas}
      className="photo-preview"
      width={side}
      height={side}
      role="img"
      aria-label={t('photo.preview')}
    />
  )
}
