import { Button, TextInput } from '@mantine/core'
import type { AppLogin } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { appQuery, appsQuery } from '../../../data/accounts.ts'
import { polypost } from '../../../data/client.ts'
import { type PlatformName, platformsQuery, titleOf } from '../../../data/platforms.ts'
import { Copy } from '../../../parts/copy.tsx'
import { useFresh } from '../../../parts/fresh.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { SecretField } from '../../../parts/secret-field.tsx'
import { useNumbers } from '../../../words/numbers.ts'
import { useTimes } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { Refusal } from './refusal.tsx'

interface Props {
  readonly platform: PlatformName
  readonly login: AppLogin
}

/** The values to register with the app, and the place for its ID and secret. */
export function DeveloperApp({ platform, login }: Props) {
  const t = useWords(connectWords)
  const { list } = useNumbers()
  const { time } = useTimes()
  const { source, redirect_uri, client_id, settings, shared_with, last_refusal } = login
  const [isReplacing, setReplacing] = useState(false)
  return (
    <>
      {redirect_uri !== null && (
        <>
          <p className="small second">{t.redirect}</p>
          <div className="wide">
            <Copy what={t.redirectName}>{redirect_uri}</Copy>
          </div>
        </>
      )}
      {source === 'environment' && <p className="small">{t.byEnvironment(list(settings))}</p>}
      {source === 'stored' && <p className="small">{t.stored(client_id ?? '')}</p>}
      {shared_with.length > 0 && <p className="small third">{t.sharedWith(list(shared_with.map(titleOf)))}</p>}
      {last_refusal && (
        <>
          <p className="small">{t.lastRefusal(time(last_refusal.at))}</p>
          <Refusal platform={platform} failure={last_refusal} />
        </>
      )}
      {(source === null || isReplacing) && (
        <AppForm platform={platform} login={login} done={() => setReplacing(false)} />
      )}
      {source === 'stored' && !isReplacing && (
        <button type="button" className="link small" onClick={() => setReplacing(true)}>
          {t.replace}
        </button>
      )}
    </>
  )
}

function AppForm({ platform, login: { login, source }, done }: Props & { readonly done: () => void }) {
  const t = useWords(connectWords)
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const [id, setId] = useState('')
  const [secret, setSecret] = useState('')
  const save = useMutation({
    mutationFn: () =>
      withPassword(() =>
        polypost.apps.put(platform, {
          client_id: id,
          client_secret: secret === '' ? null : secret,
          ...(login === platform ? {} : { login }),
        }),
      ),
    onSuccess: async (app) => {
      queries.setQueryData(appQuery(platform).queryKey, app)
      // Other platforms may use the same app.
      await queries.invalidateQueries(appsQuery)
      await queries.invalidateQueries(platformsQuery)
      done()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t.clientId}
        required
        withAsterisk={false}
        autoComplete="off"
        value={id}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
      />
      <SecretField
        label={t.secret}
        description={t.secretHint}
        autoComplete="off"
        value={secret}
        onChange={({ currentTarget }) => setSecret(currentTarget.value)}
      />
      {source === 'stored' && <p className="small second">{t.replaceText}</p>}
      <Problem error={save.error} />
      <Button variant="filled" type="submit" loading={save.isPending}>
        {t.save}
      </Button>
      {question}
    </form>
  )
}
