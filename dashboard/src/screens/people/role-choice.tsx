import { Radio } from '@mantine/core'
import { type Role, useRolesUpToOwn } from '../../data/session.ts'
import form from '../../parts/form.module.css'
import { roleWords } from '../../words/roles.ts'
import { useWords } from '../../words/words.ts'
import { peopleWords } from './people-words.ts'

interface Props {
  readonly role: Role
  readonly choose: (role: Role) => void
}

/** The roles that the person may give, least first. */
export function RoleChoice({ role, choose }: Props) {
  const t = useWords(roleWords)
  return (
    <fieldset className={form.choice}>
      <legend>{useWords(peopleWords).role}</legend>
      {useRolesUpToOwn().map((one) => (
        <Radio
          key={one}
          name="role"
          label={t[one].name}
          description={t[one].may}
          checked={one === role}
          onChange={() => choose(one)}
        />
      ))}
    </fieldset>
  )
}
