import { Button, Dialog, Note } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { DropZone } from '../../../parts/files/drop-zone.tsx'
import { useGravatar } from './photo-api.ts'
import { type PictureProblem, PROFILE_MOST_KB } from './picture-checks.ts'
import { type Picture, readPicture } from './read-picture.ts'

type SelectStepProps = {
  readonly onClose: () => void
  readonly onSelect: (picture: Picture) => void
}

/** Step 1: a file that is a picture. Source: requirements PRF-025, PRF-026, PRF-028. */
export function SelectStep({ onClose, onSelect }: SelectStepProps) {
  const { t } = useTranslation()
  const gravatar = useGravatar(onClose)
  return (
    <Dialog
      title={t('photo.dialog')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={(close) => (
        <Button variant="ghost" onClick={close}>
          {t('photo.cancel')}
        </Button>
      )}
    >
      <div className="stack gap-4">
        <PictureFile onSelect={onSelect} />
        <Button
          block
          busy={gravatar.isPending}
          busyLabel={t('photo.gravatar')}
          onClick={() => gravatar.mutate()}
        >
          {t('photo.gravatar')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Takes a file, or says why it is not taken. */
function PictureFile({ onSelect }: Pick<SelectStepProps, 'onSelect'>) {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<{ name: string; problem: PictureProblem } | null>(null)
  const select = async ([file]: readonly File[]) => {
    if (file === undefined) return
    setWrong(null)
    const read = await readPicture(file, PROFILE_MOST_KB)
    if ('picture' in read) onSelect(read.picture)
    else setWrong({ name: file.name, problem: read.problem })
  }
  return (
    <>
      <DropZone
        label={t('photo.file')}
        text={t('photo.drop')}
        hint={t('photo.limits', { kilobytes: PROFILE_MOST_KB })}
        icon="camera"
        accept="image/*"
        onFiles={(files) => void select(files)}
      />
      {wrong !== null && (
        <Note tone="red" live>
          <ProblemText {...wrong} />
        </Note>
      )}
    </>
  )
}

function ProblemText({ name, problem }: { name: string; problem: PictureProblem }) {
  const { t } = useTranslation()
  switch (problem.kind) {
    case 'type':
      return t('photo.wrong.type', { name })
    case 'size':
      return t('photo.wrong.size', { name, kilobytes: problem.mostKb })
    case 'pixels':
      return t('photo.wrong.pixels', { name, width: problem.width, height: problem.height })
  }
}
