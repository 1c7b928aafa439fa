import { useState } from 'react'

import { CropStep } from './crop-step.tsx'
import type { Picture } from './read-picture.ts'
import { SelectStep } from './select-step.tsx'
import { UploadStep } from './upload-step.tsx'

type Step =
  | { readonly name: 'select' }
  | { readonly name: 'crop'; readonly picture: Picture }
  | { readonly name: 'upload'; readonly photo: Blob }

/** Select, crop, upload. Source: requirements PRF-023. */
export function PhotoDialog({ onClose }: { readonly onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'select' })
  switch (step.name) {
    case 'select':
      return (
        <SelectStep onClose={onClose} onSelect={(picture) => setStep({ name: 'crop', picture })} />
      )
    case 'crop':
      return (
        <CropStep
          picture={step.picture}
          onClose={onClose}
          onBack={() => setStep({ name: 'select' })}
          onCrop={(photo) => setStep({ name: 'upload', photo })}
        />
      )
    case 'upload':
      return <UploadStep photo={step.photo} onClose={onClose} />
  }
}
