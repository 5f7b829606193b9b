import { TextInput } from '@mantine/core'
import type { Profile } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import { profilesWords } from './profiles-words.ts'

export function Rename({ profile, close }: { readonly profile: Profile; readonly close: () => void }) {
  const t = useWords(profilesWords)
  const queries = useQueryClient()
  const [name, setName] = useState(profile.name)
  const save = useMutation({
    mutationFn: () => polypost.profiles.rename(profile.id, { name }),
    onSuccess: async () => {
      await queries.invalidateQueries(profilesQuery)
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <Dialog opened onClose={close} title={t.renameTitle(profile.name)} withCloseButton={false}>
      <form onSubmit={submit}>
        <TextInput
          label={t.name}
          required
          withAsterisk={false}
          maxLength={80}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Problem error={save.error} />
        <DialogEnd keep={t.cancel} close={close} verb={t.save} isBusy={save.isPending} />
      </form>
    </Dialog>
  )
}
