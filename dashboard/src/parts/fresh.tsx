import { Button, Group } from '@mantine/core'
import { ApiError } from '@polypost/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { polypost } from '../data/client.ts'
import { goToSignIn, useSession } from '../data/session.ts'
import { useWords, words } from '../words/words.ts'
import { Dialog } from './dialog.tsx'
import { DialogEnd } from './dialog-end.tsx'
import { NotConfirmed, Problem } from './problem.tsx'
import { SecretField } from './secret-field.tsx'

const freshWords = words(
  {
    title: 'Enter your password',
    text: 'This can’t be done with an open browser alone. The password then counts for ten minutes.',
    password: 'Password',
    goOn: 'Go on',
    cancel: 'Cancel',
    noPassword: 'You have no password here. Sign in again, then do this within ten minutes.',
    signIn: 'Sign in again',
  },
  {
    title: 'Geben Sie Ihr Passwort ein',
    text: 'Ein offener Browser allein genügt dafür nicht. Das Passwort gilt dann zehn Minuten.',
    password: 'Passwort',
    goOn: 'Weiter',
    cancel: 'Abbrechen',
    noPassword: 'Sie haben hier kein Passwort. Melden Sie sich neu an und tun Sie dies innerhalb von zehn Minuten.',
    signIn: 'Neu anmelden',
  },
)

interface PasswordRequest {
  readonly goOn: () => void
  readonly cancel: () => void
}

export interface Fresh {
  /** Runs it. If the service wants the password first, asks for it and runs it again. */
  readonly withPassword: <Result>(run: () => Promise<Result>) => Promise<Result>
  /** Must be shown by who uses `withPassword`. */
  readonly question: ReactNode
}

/** For every operation that is marked `x-fresh`. */
export function useFresh(): Fresh {
  const [waiting, setWaiting] = useState<PasswordRequest | null>(null)
  const answer = () =>
    new Promise<void>((resolve, reject) => {
      const end = (then: () => void) => () => {
        setWaiting(null)
        then()
      }
      setWaiting({ goOn: end(resolve), cancel: end(() => reject(new NotConfirmed())) })
    })
  return {
    withPassword: async (run) => {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'password_needed')) throw error
        await answer()
        return run()
      }
    },
    question: waiting && <Question {...waiting} />,
  }
}

function Question({ goOn, cancel }: PasswordRequest) {
  const t = useWords(freshWords)
  const { person } = useSession()
  return (
    <Dialog opened onClose={cancel} title={t.title} withCloseButton={false}>
      {person.has_password ? <PasswordForm goOn={goOn} cancel={cancel} /> : <NoPassword cancel={cancel} />}
    </Dialog>
  )
}

function PasswordForm({ goOn, cancel }: PasswordRequest) {
  const t = useWords(freshWords)
  const [password, setPassword] = useState('')
  const confirm = useMutation({ mutationFn: () => polypost.session.confirm({ password }), onSuccess: goOn })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate()
  }
  return (
    <form onSubmit={submit}>
      <p className="second">{t.text}</p>
      <SecretField
        mt="md"
        label={t.password}
        autoComplete="current-password"
        data-autofocus
        required
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Problem error={confirm.error} />
      <DialogEnd keep={t.cancel} close={cancel} verb={t.goOn} isBusy={confirm.isPending} />
    </form>
  )
}

function NoPassword({ cancel }: Pick<PasswordRequest, 'cancel'>) {
  const t = useWords(freshWords)
  const leave = useMutation({ mutationFn: () => polypost.session.signOut(), onSettled: goToSignIn })
  return (
    <>
      <p className="second">{t.noPassword}</p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="subtle" onClick={cancel}>
          {t.cancel}
        </Button>
        <Button variant="filled" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t.signIn}
        </Button>
      </Group>
    </>
  )
}
