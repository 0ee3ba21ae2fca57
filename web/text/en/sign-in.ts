/** Signing in, by code or link. */
export const loginText = {
  signedOutElsewhere: 'You signed out in another tab.',
  newCodeHint: 'A link works once and for ten minutes. Enter your email address to get a new code.',
  email: 'Email address',
  sendCode: 'Send OTP',
  sendingCode: 'Sending OTP...',
  noAccount: 'No account yet? {link}',
  /** The specification's text for any failure to send, its closing space included. */
  notRegistered: 'Email not registered please signup ',
  ifRegistered: (error: string) => `If you have an account: ${error}`,
  codeSent: 'OTP sent to your email',
  codeSentAgain: 'New OTP sent to your email',
  codeNotSent: 'Failed to send OTP',
  codeExpired: 'OTP has expired. Please request a new one.',
  badResponse: 'Invalid OTP verification response',
  codeLabel: (email: string) => `Enter OTP sent to ${email}`,
  codePlaceholder: '6-digit code',
  expiresIn: (time: string) => `Expires in ${time}`,
  resend: 'Resend OTP',
  resendIn: (time: string) => `in ${time}`,
  verify: 'Verify OTP',
  verifying: 'Verifying...',
  delayed: 'The mail server is not responding at the moment. Your email will follow as soon as it does.',
  otherEmail: 'Use different email',
  attemptsLeft: (left: number) => {
    if (left === 0) return 'This code has no tries left: request a new one.'
    return left === 1 ? '1 try left.' : `${left} tries left.`
  },
  signInAs: (name: string, email: string) => `Sign in as ${name} (${email})`,
  retryLink: 'Try the link again',
  checkingLink: 'Checking your link…',
  useCode: 'Use a code instead',
}

/** What every screen of sign-in, registration and account security shows. */
export const sessionText = {
  needsJavaScript: 'Signing in needs JavaScript; the rates can be read without it.',
  awaitsApproval:
    'Your account is waiting for approval. You can read everything; to add, change or delete rates, ask an administrator to approve your account.',
  retryIn: (message: string, seconds: number) =>
    `${message.trimEnd().replace(/\.$/, '')}. Try again in ${span(seconds)}.`,
}

/** Creating an account. */
export const registerText = {
  name: 'Full Name',
  register: 'Register',
  registering: 'Sending magic link...',
  registered: 'Registration successful! Check your email for a OTP link.',
  failed: 'The Email is already Registered',
  ifNotRegistered: (error: string) => `If it is not: ${error}`,
  toLogin: 'Already have an account? Login',
}

/** The menu of who is signed in. */
export const userMenuText = {
  manage: 'Manage Rates',
  logout: 'Logout',
}

function span(seconds: number): string {
  if (seconds <= 1) return 'a second'
  return seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
