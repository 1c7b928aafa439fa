import { postAvatar, postGravatar } from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useSent } from '@partner-office/web'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/session/office.ts'
import { useReloadProfile } from '../profile-api.ts'

/** Sends a cropped picture, and says how much of it was sent. Source: requirements PRF-031. */
export function useUploadPhoto() {
  const { api } = useOffice()
  const reload = useReloadProfile()
  const { sent, during } = useSent()
  const { mutate, status } = useMutation({
    mutationFn: async (photo: Blob) => {
      const form = new FormData()
      form.set('avatar', photo, 'avatar.jpg')
      await during((onSent) => api.call('business', postAvatar, { form, onSent }))
      await reload()
    },
  })
  return { send: mutate, status, sent }
}

/** Takes the picture of the Gravatar service. Source: requirements PRF-033, PRF-035. */
export function useGravatar(onDone: () => void = () => {}) {
  const { api } = useOffice()
  const { t } = useTranslation()
  const toast = useToast()
  const reload = useReloadProfile()
  return useMutation({
    mutationFn: async () => {
      await api.call('business', postGravatar)
      await reload()
    },
    onSuccess: () => {
      toast.success({ title: t('photo.gravatarTaken') })
      onDone()
    },
    onError: () => toast.error({ title: t('photo.gravatarFailed') }),
  })
}
