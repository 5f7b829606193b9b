import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SecretField } from '../../parts/secret-field.tsx'
import { useWords } from '../../words/words.ts'
import { meWords } from './me-words.ts'
import { useReadAgain } from './use-read-again.ts'

export function TurnOff() {
  const t = useWords(meWords)
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>{t.turnOff}</Button>
      {isOpen && (
        <Dialog opened onClose={close} title={t.offTitle} withCloseButton={false}>
          <Form close={close} />
        </Dialog>
      )}
    </>
  )
}

function Form({ close }: { readonly close: () => void }) {
  const t = useWords(meWords)
  const readAgain = useReadAgain()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: () => polypost.session.removeSecondFactor({ password, code }),
    onSuccess: async () => {
      await readAgain()
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!remove.isPending) remove.mutate()
  }
  return (
    <form onSubmit={submit}>
      <p className="second">{t.offText}</p>
      <SecretField
        mt="md"
        label={t.yourPassword}
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <TextInput
        mt="md"
        label={t.codeOrRecovery}
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Problem error={remove.error} />
      <DialogEnd keep={t.keep} close={close} verb={t.off} isBusy={remove.isPending} danger />
    </form>
  )
}
