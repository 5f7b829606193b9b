import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { goToSignIn } from '../../data/session.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './me.module.css'
import { meWords } from './me-words.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOn } from './turn-on.tsx'

/** All that people see from whom the instance requires a second factor, until they have one. */
export function SecondFactorNeeded() {
  const t = useWords(meWords)
  const { return_to } = useSearch({ from: '/second-factor' })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  useDocumentTitle(`${t.neededTitle} · Polypost`)
  return (
    <main className={classes.needed} id="content">
      <Icon name="logo" />
      <h1>{t.neededTitle}</h1>
      {codes === null ? (
        <>
          <p>{t.needed}</p>
          <TurnOn text={t.neededText} isPrimary show={setCodes} />
          <SignOut />
        </>
      ) : (
        // The whole page is loaded again: nothing of it was read before.
        <RecoveryCodes codes={codes} done={() => location.assign(return_to)} />
      )}
    </main>
  )
}

function SignOut() {
  const t = useWords(meWords)
  const leave = useMutation({ mutationFn: () => polypost.session.signOut(), onSuccess: goToSignIn })
  return (
    <>
      <Button variant="subtle" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t.neededLeave}
      </Button>
      <Problem error={leave.error} />
    </>
  )
}
