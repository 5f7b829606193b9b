import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../../parts/problem.tsx'
import { SecretField } from '../../../parts/secret-field.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { useConnect } from './use-connect.ts'

/** Bluesky’s sign-in: here, and not on a page of the platform. */
export function AppPassword() {
  const t = useWords(connectWords)
  const [handle, setHandle] = useState('')
  const [password, setPassword] = useState('')
  const connect = useConnect('bluesky')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!connect.isPending) connect.mutate({ handle: handle.trim(), app_password: password.trim() })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t.handle}
        description={t.handleHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        withAsterisk={false}
        autoComplete="off"
        autoCapitalize="none"
        value={handle}
        onChange={({ currentTarget }) => setHandle(currentTarget.value)}
      />
      <SecretField
        label={t.appPassword}
        description={t.appPasswordHint}
        required
        autoComplete="off"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Problem error={connect.error} />
      <Button variant="filled" type="submit" loading={connect.isPending}>
        {t.connect}
      </Button>
    </form>
  )
}
