/** Long passwords that are guessed first. Shorter ones are refused in any case. */
const common: ReadonlySet<string> = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789123',
  '123123123123',
  '121212121212',
  '112233445566',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'qwertyuiop[]',
  'qwertyuiop123',
  'qwerty123456',
  'qwertyqwerty',
  'asdfghjkl123',
  'abcdefghijkl',
  'abcdefgh1234',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'passw0rd1234',
  'p@ssw0rd1234',
  'iloveyou1234',
  'letmein12345',
  'welcome12345',
  'administrator',
  'changeme1234',
  'changemechangeme',
  'polypost1234',
  'polypostpolypost',
  'correcthorsebatterystaple',
])

/** Among the first that somebody would try: a common one, or one character repeated. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase().replaceAll(' ', '')
  return common.has(plain) || new Set(plain).size < 3
}
