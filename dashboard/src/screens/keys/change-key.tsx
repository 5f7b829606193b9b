import type { ApiKey } from '@polypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { keysQuery } from '../../data/keys.ts'
import { Back } from '../../parts/back.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { UnknownScreen } from '../../parts/unknown-screen.tsx'
import { useWords } from '../../words/words.ts'
import { type KeyFields, KeyForm } from './key-form.tsx'
import { keyWords } from './keys-words.ts'
import { endOf, rightsOf } from './rights.ts'

const fieldsOf = ({ name, scopes, policy, minutes_ahead, unattended, person }: ApiKey): KeyFields => ({
  name,
  rights: rightsOf(scopes),
  policy,
  minutes: minutes_ahead ?? 60,
  unattended,
  ending: 'same',
  service: person === null,
})

const changesOf = ({ name, rights, policy, minutes, unattended, ending }: KeyFields) => {
  const expires_at = endOf(ending)
  return {
    name,
    ...(rights === 'write' && { policy, unattended }),
    ...(rights === 'write' && policy === 'ahead' && { minutes_ahead: minutes }),
    ...(expires_at !== undefined && { expires_at }),
  }
}

/** The name, the policy and the end of a key. */
export function ChangeKey() {
  const t = useWords(keyWords)
  const id = Number(useParams({ strict: false }).id)
  const { data, error, refetch } = useQuery(keysQuery)
  const key = data?.keys.find((one) => one.id === id)
  if (data && !key) return <UnknownScreen />
  return (
    <Screen title={t.changeTitle} back={<Back to="/keys">{t.title}</Back>}>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !key && <Skeleton />}
      {key && <Change apiKey={key} />}
    </Screen>
  )
}

function Change({ apiKey }: { readonly apiKey: ApiKey }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const leave = () => navigate({ to: '/keys' })
  const save = async (fields: KeyFields) => {
    await withPassword(() => polypost.keys.updateOwn(apiKey.id, changesOf(fields)))
    await queries.invalidateQueries(keysQuery)
    await leave()
  }
  return (
    <>
      <KeyForm given={fieldsOf(apiKey)} isNew={false} save={save} cancel={leave} />
      {question}
    </>
  )
}
