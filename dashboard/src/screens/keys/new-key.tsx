import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { keysQuery } from '../../data/keys.ts'
import { newKey } from '../../data/new-key.ts'
import { Back } from '../../parts/back.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { Once } from '../../parts/once.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { Assistants } from './assistants.tsx'
import { type KeyFields, KeyForm } from './key-form.tsx'
import { keyWords } from './keys-words.ts'
import { endOf, scopesOf } from './rights.ts'

const usual: KeyFields = {
  name: '',
  rights: 'write',
  policy: 'drafts',
  minutes: 60,
  unattended: true,
  ending: 'never',
  service: false,
}

const bodyOf = ({ name, rights, policy, minutes, unattended, ending, service }: KeyFields) => ({
  name,
  service,
  scopes: scopesOf[rights],
  policy: rights === 'write' ? policy : 'publish',
  ...(rights === 'write' && policy === 'ahead' && { minutes_ahead: minutes }),
  ...(rights === 'write' && { unattended }),
  expires_at: endOf(ending) ?? null,
})

/** Creates a key, and then shows it this one time. */
export function NewKey() {
  const t = useWords(keyWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const [secret, setSecret] = useState<string | null>(null)
  const create = async (fields: KeyFields) => {
    // A repeated answer has no key, so each press is an intention of its own; the client repeats with the same one.
    const idempotencyKey = newKey()
    const made = await withPassword(() => polypost.keys.createOwn(bodyOf(fields), { idempotencyKey }))
    setSecret(made.key)
    await queries.invalidateQueries(keysQuery)
  }
  const leave = () => navigate({ to: '/keys' })
  return (
    <Screen title={t.create} back={<Back to="/keys">{t.title}</Back>}>
      {secret === null ? (
        <KeyForm given={usual} isNew save={create} cancel={leave} />
      ) : (
        <>
          <Once title={t.theKey} text={t.keyText}>
            {secret}
          </Once>
          <Assistants secret={secret} />
          <Button mt="xl" onClick={leave}>
            {t.done}
          </Button>
        </>
      )}
      {question}
    </Screen>
  )
}
