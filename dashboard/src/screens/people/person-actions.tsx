import { Checkbox, Menu } from '@mantine/core'
import type { ApiKey, Person } from '@polypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { isLive, keysQuery } from '../../data/keys.ts'
import { peopleQuery } from '../../data/people.ts'
import { Ask } from '../../parts/ask.tsx'
import { Copy } from '../../parts/copy.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MoreMenu } from '../../parts/more-menu.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { ChangeRole } from './change-role.tsx'
import classes from './people.module.css'
import { peopleWords } from './people-words.ts'

interface Props {
  readonly person: Person
  /** The person looks at the own row. */
  readonly isOwn: boolean
}

type Dialog = 'role' | 'signOut' | 'access' | 'remove' | 'lost'

/** The actions for a person. */
export function PersonActions({ person, isOwn }: Props) {
  const t = useWords(peopleWords)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { id, name, disabled } = person
  const close = () => setDialog(null)
  return (
    <>
      <MoreMenu label={t.actions(name)}>
        <Menu.Item leftSection={<Icon name="people" />} onClick={() => setDialog('role')}>
          {t.changeRole}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="posts" />}
          renderRoot={(props) => <Link to="/audit" search={{ person: id }} {...props} />}
        >
          {t.did}
        </Menu.Item>
        {!isOwn && (
          <>
            <Menu.Item leftSection={<Icon name="key" />} onClick={() => setDialog('lost')}>
              {t.lost}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="left" />} onClick={() => setDialog('signOut')}>
              {t.signOut}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name={disabled ? 'check' : 'stop'} />} onClick={() => setDialog('access')}>
              {disabled ? t.enable : t.disable}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<Icon name="trash" />} color="var(--pp-bad)" onClick={() => setDialog('remove')}>
          {isOwn ? t.leave : t.remove}
        </Menu.Item>
      </MoreMenu>
      {dialog === 'role' && <ChangeRole person={person} isOwn={isOwn} close={close} />}
      {dialog === 'signOut' && <SignOut person={person} close={close} />}
      {dialog === 'access' && <Access person={person} close={close} />}
      {dialog === 'remove' && <Remove person={person} isOwn={isOwn} close={close} />}
      {dialog === 'lost' && <Lost person={person} close={close} />}
    </>
  )
}

interface DialogProps {
  readonly person: Person
  readonly close: () => void
}

function SignOut({ person: { id, name }, close }: DialogProps) {
  const t = useWords(peopleWords)
  const { withPassword, question } = useFresh()
  const run = () => withPassword(() => polypost.people.endPersonSessions(id))
  return (
    <>
      <Ask opened onClose={close} run={run} title={t.signOutTitle(name)} verb={t.signOutVerb} keep={t.keep}>
        {t.signOutText}
      </Ask>
      {question}
    </>
  )
}

function Access({ person: { id, name, disabled }, close }: DialogProps) {
  const t = useWords(peopleWords)
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const run = async () => {
    await withPassword(() => polypost.people.updatePerson(id, { disabled: !disabled }))
    await queries.invalidateQueries(peopleQuery)
  }
  const texts = disabled
    ? { title: t.enableTitle(name), verb: t.enableVerb, keep: t.leaveDisabled, children: t.enableText }
    : { title: t.disableTitle(name), verb: t.disableVerb, keep: t.keep, children: t.disableText, danger: true }
  return (
    <>
      <Ask opened onClose={close} run={run} {...texts} />
      {question}
    </>
  )
}

function Remove({ person: { id, name }, isOwn, close }: DialogProps & Pick<Props, 'isOwn'>) {
  const t = useWords(peopleWords)
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const [keeps, setKeeps] = useState(false)
  const { data, error } = useQuery(keysQuery)
  const keys = data?.keys.filter((key) => isLive(key) && key.application === null && key.person?.id === id) ?? []
  const run = async () => {
    await withPassword(() => polypost.people.removePerson(id, { keep_keys: keeps }))
    await queries.invalidateQueries(peopleQuery)
    await queries.invalidateQueries(keysQuery)
  }
  const texts = isOwn
    ? { title: t.leaveTitle, verb: t.leaveVerb, keep: t.stay, text: t.leaveText }
    : { title: t.removeTitle(name), verb: t.removeVerb, keep: t.keep, text: t.removeText }
  const { text, ...rest } = texts
  if (!data && !error) return null
  return (
    <>
      <Ask opened onClose={close} danger run={run} {...rest}>
        <div className={classes.leaving}>
          <p>{text}</p>
          {error && <p>{t.keysUnknown}</p>}
          {keys.length > 0 && <TheirKeys name={name} keys={keys} keeps={keeps} setKeeps={setKeeps} />}
          {!isOwn && (
            <p className="small second">
              {t.secretToo(name)}{' '}
              <Link to="/webhooks" className="link">
                {t.webhooks}
              </Link>
            </p>
          )}
        </div>
      </Ask>
      {question}
    </>
  )
}

interface TheirKeysProps {
  readonly name: string
  readonly keys: readonly ApiKey[]
  readonly keeps: boolean
  readonly setKeeps: (keeps: boolean) => void
}

/** The keys that stop working with the person. */
function TheirKeys({ name, keys, keeps, setKeeps }: TheirKeysProps) {
  const t = useWords(peopleWords)
  const times = useTimes()
  return (
    <>
      <p>{t.keysStop(keys.length, name)}</p>
      <ul className={classes.keys}>
        {keys.map(({ id, name: key, last_used_at }) => (
          <li key={id}>
            {key}
            <span className="small third">
              {' '}
              {last_used_at === null
                ? t.keyUnused
                : t.keyUsed(times.relative(last_used_at) ?? times.time(last_used_at))}
            </span>
          </li>
        ))}
      </ul>
      <Checkbox
        label={t.keepKeys}
        description={t.keepKeysHint}
        checked={keeps}
        onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
      />
    </>
  )
}

/** The API resets no sign-in: it could not know who asks. The command line of the instance does. */
function Lost({ person: { name, email }, close }: DialogProps) {
  const t = useWords(peopleWords)
  return (
    <Sheet title={t.lostTitle(name)} close={close}>
      <p className="second">{t.lostText}</p>
      <div className={classes.command}>
        <Copy what={t.command}>{`polypost people reset ${email}`}</Copy>
      </div>
    </Sheet>
  )
}
