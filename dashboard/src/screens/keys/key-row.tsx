import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiKey } from '@polypost/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { endOfKey, isLive, keysQuery, stateOfKey } from '../../data/keys.ts'
import { Ask } from '../../parts/ask.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import rows from '../../parts/rows.module.css'
import { policyWords } from '../../words/policies.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './keys.module.css'
import { keyWords } from './keys-words.ts'
import { rightsOf } from './rights.ts'

export function KeyRow({ apiKey }: { readonly apiKey: ApiKey }) {
  const t = useWords(keyWords)
  const policies = useWords(policyWords)
  const times = useTimes()
  const { name, prefix, scopes, policy, minutes_ahead, unattended, last_used_at, application } = apiKey
  const rights = rightsOf(scopes)
  const used = last_used_at && (times.relative(last_used_at) ?? times.time(last_used_at))
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <div className={rows.text}>
        <p className={rows.name}>{application?.name ?? name}</p>
        <p className="small third">
          {application ? t.atHost(application.host) : <code>{prefix}…</code>}
          <Owner apiKey={apiKey} />
        </p>
      </div>
      <div className={rows.text}>
        <p>{t.rightsOf[rights]}</p>
        {rights !== 'read' && (
          <p className="small third">
            {minutes_ahead === null ? policies[policy] : t.ahead(minutes_ahead)}
            {!unattended && policy !== 'drafts' && `, ${t.asksFirst}`}
          </p>
        )}
      </div>
      <div className={rows.text}>
        <p className="numbers">{used === null ? t.unused : t.used(used)}</p>
        <End apiKey={apiKey} />
      </div>
      <div className={rows.act}>{isLive(apiKey) && <Actions apiKey={apiKey} />}</div>
    </li>
  )
}

/** Whose key it is. */
function Owner({ apiKey: { person, created_by } }: { readonly apiKey: ApiKey }) {
  const t = useWords(keyWords)
  if (person) return <>, {t.of(person.name)}</>
  return (
    <>
      , {t.service}
      {created_by && `, ${t.by(created_by.name)}`}
    </>
  )
}

function End({ apiKey }: { readonly apiKey: ApiKey }) {
  const t = useWords(keyWords)
  const times = useTimes()
  const state = stateOfKey(apiKey)
  const { revoked_at } = apiKey
  const end = endOfKey(apiKey)
  if (revoked_at !== null) return <p className="small third">{t.revokedAt(times.time(revoked_at))}</p>
  if (state === 'orphaned') return <p className="small third">{t.orphaned}</p>
  if (end === null) return <p className="small third">{t.endless}</p>
  const text = (state === 'ended' ? t.endedAt : t.endsAt)(times.time(end))
  return (
    <p className={classes.end} data-state={state}>
      {text}
    </p>
  )
}

function Actions({ apiKey: { id, name, application } }: { readonly apiKey: ApiKey }) {
  const t = useWords(keyWords)
  const queries = useQueryClient()
  const [isAsking, { open, close }] = useDisclosure(false)
  const { withPassword, question } = useFresh()
  const revoke = async () => {
    await withPassword(() => polypost.keys.revokeOwn(id))
    await queries.invalidateQueries(keysQuery)
  }
  return (
    <>
      <MoreMenu label={t.actions(name)}>
        {application === null && (
          <Menu.Item
            leftSection={<Icon name="edit" />}
            renderRoot={(props) => <Link to="/keys/$id" params={{ id: String(id) }} {...props} />}
          >
            {t.change}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="trash" />} color="var(--pp-bad)" onClick={open}>
          {t.revoke}
        </Menu.Item>
      </MoreMenu>
      <Ask
        opened={isAsking}
        onClose={close}
        title={t.revokeAsk(name)}
        verb={t.revokeVerb}
        keep={t.keep}
        danger
        run={revoke}
      >
        {t.revokeText}
      </Ask>
      {question}
    </>
  )
}
