import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { Copy } from '../../parts/copy.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './me.module.css'
import { meWords } from './me-words.ts'
import { Qr } from './qr.tsx'

interface Props {
  /** Before it has begun. */
  readonly text: string
  /** Nothing else is to be done on the screen. */
  readonly isPrimary?: boolean
  /** Shows the recovery codes. */
  readonly show: (codes: readonly string[]) => void
}

/** Setting up an app that makes codes. */
export function TurnOn({ text, isPrimary = false, show }: Props) {
  const t = useWords(meWords)
  const { withPassword, question } = useFresh()
  const begin = useMutation({ mutationFn: () => withPassword(() => polypost.session.beginSecondFactor()) })
  return (
    <>
      {begin.data ? (
        <Confirm secret={begin.data.secret} url={begin.data.url} show={show} cancel={begin.reset} />
      ) : (
        <>
          <p className="second">{text}</p>
          <Button variant={isPrimary ? 'filled' : 'default'} loading={begin.isPending} onClick={() => begin.mutate()}>
            {t.turnOn}
          </Button>
        </>
      )}
      <Problem error={begin.error} />
      {question}
    </>
  )
}

interface ConfirmProps {
  readonly secret: string
  readonly url: string
  readonly show: (codes: readonly string[]) => void
  readonly cancel: () => void
}

function Confirm({ secret, url, show, cancel }: ConfirmProps) {
  const t = useWords(meWords)
  const [code, setCode] = useState('')
  const { withPassword, question } = useFresh()
  const confirm = useMutation({
    mutationFn: () => withPassword(() => polypost.session.confirmSecondFactor({ code })),
    onSuccess: ({ recovery_codes }) => show(recovery_codes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className="second">{t.scan}</p>
      <Qr text={url} label={t.qr} />
      <div className="wide">
        <Copy what={t.secret}>{secret}</Copy>
      </div>
      <TextInput
        label={t.code}
        description={t.codeHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Problem error={confirm.error} />
      <Group gap="sm">
        <Button variant="filled" type="submit" loading={confirm.isPending}>
          {t.confirm}
        </Button>
        <Button variant="subtle" onClick={cancel}>
          {t.cancel}
        </Button>
      </Group>
      {question}
    </form>
  )
}
