import { roles } from '../../domain/roles.ts'
import { oneOf } from './kinds.ts'
import { defaulting } from './setting.ts'

export const secondFactorSettings = {
  POLYPOST_REQUIRE_SECOND_FACTOR: defaulting(
    oneOf(['off', ...roles]).transform((value) => (value === 'off' ? null : value)),
    'off',
    'The least role for which people must have a [second factor](../operate/people.md#a-second-factor): `off`, `viewer` (everybody), `author`, `editor`, `admin` or `owner`. Until such a person has one, the session only sets it up. People who are linked with single sign-on are exempt. API keys go on working',
  ),
}
