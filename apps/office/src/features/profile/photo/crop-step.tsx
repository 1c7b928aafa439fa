import { Button, Dialog, Field } from '@partner-office/ui'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'

import { enlargementOf, zoomOf } from './picture-checks.ts'
import { cropPicture, type Part, type Picture } from './read-picture.ts'
import 'react-easy-crop/react-easy-crop.css'

type CropStepProps = {
  readonly picture: Picture
  readonly onClose: () => void
  readonly onBack: () => void
  readonly onCrop: (photo: Blob) => void
}

/** Step 2: the part of the picture that is shown. Source: requirements PRF-029, PRF-030. */
export function CropStep({ picture, onClose, onBack, onCrop }: CropStepProps) {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part | null>(null)
  const crop = async (shown: Part) => onCrop(await cropPicture(picture, shown))
  return (
    <Dialog
      title={t('photo.crop')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onBack}>
            {t('photo.back')}
          </Button>
          <Button
            variant="primary"
            disabled={part === null}
            onClick={() => part !== null && void crop(part)}
          >
            {t('photo.usePart')}
          </Button>
        </>
      }
    >
      <PictureCrop address={picture.address} onPart={setPart} />
    </Dialog>
  )
}

type PictureCropProps = { readonly address: string; readonly onPart: (part: Part) => void }

/** The picture under a round window; pointer, arrow keys and zoom choose what it shows. */
function PictureCrop({ address, onPart }: PictureCropProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(0)
  return (
    <div className="stack gap-4">
      <div className="photo-crop">
        <Cropper
          image={address}
          crop={place}
          zoom={enlargementOf(zoom)}
          maxZoom={enlargementOf(100)}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          // The content security policy allows no styles of scripts: the file above has them.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': t('photo.part') }}
          onCropChange={setPlace}
          onZoomChange={(enlargement) => setZoom(zoomOf(enlargement))}
          onCropComplete={(_percent, pixels) => onPart(pixels)}
        />
      </div>
      <Zoom zoom={zoom} onChange={setZoom} />
    </div>
  )
}

type ZoomProps = { readonly zoom: number; readonly onChange: (zoom: number) => void }

function Zoom({ zoom, onChange }: ZoomProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('photo.zoom')}
      action={<span className="meta digits">{zoom}</span>}
      hint={t('photo.zoomHint')}
    >
      {(input) => (
        <input
          {...input}
          className="photo-zoom"
          type="range"
          min={0}
          max={100}
          value={zoom}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Field>
  )
}
