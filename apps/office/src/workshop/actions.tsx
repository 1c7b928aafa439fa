import {
  Button,
  Checkbox,
  DateField,
  CodeField,
  Field,
  IconButton,
  Menu,
  MenuGroup,
  MenuItem,
  Pagination,
  PasswordField,
  Segments,
  SelectField,
  Switch,
  Tabs,
  TextAreaField,
  TextField,
} from '@partner-office/ui'
import { useState } from 'react'

import { Section } from './section.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const
const SIZES = ['sm', 'md', 'lg'] as const

/** Buttons. */
export function Actions() {
  return (
    <>
      <Section title="Button">
        {VARIANTS.map((variant) => (
          <div key={variant} className="in-row wrap">
            {SIZES.map((size) => (
              <Button key={size} variant={variant} size={size} icon="plus">
                {variant} {size}
              </Button>
            ))}
            <Button variant={variant} busy busyLabel="Sending">
              busy
            </Button>
            <Button variant={variant} disabledReason="Enter an amount first">
              held
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
          </div>
        ))}
        <Button block>block</Button>
      </Section>
      <Section title="IconButton">
        <div className="in-row">
          {(['sm', 'md'] as const).map((size) => (
            <IconButton key={size} icon="bell" size={size} label={`News ${size}`} />
          ))}
        </div>
      </Section>
    </>
  )
}

/** Menus and ways through pages. */
export function Ways() {
  return (
    <>
      <Section title="Menu">
        <Menu trigger="Account">
          <MenuItem icon="person" render={(content) => <button type="button">{content}</button>}>
            Settings
          </MenuItem>
          <MenuItem current render={(content) => <button type="button">{content}</button>}>
            Chosen
          </MenuItem>
        </Menu>
      </Section>
      <Section title="MenuGroup">
        <Menu trigger="Actions">
          <MenuGroup title="Look">
            <MenuItem icon="eye" render={(content) => <button type="button">{content}</button>}>
              Show
            </MenuItem>
          </MenuGroup>
          <MenuGroup title="Protect">
            <MenuItem icon="lock" render={(content) => <button type="button">{content}</button>}>
              Block
            </MenuItem>
          </MenuGroup>
        </Menu>
      </Section>
      <Section title="Tabs">
        <Views />
      </Section>
      <Section title="Segments">
        <Choice />
      </Section>
      <Section title="Pagination">
        <Pages />
      </Section>
    </>
  )
}

const TABS = [
  { tab: 'bonus', text: 'Bonus' },
  { tab: 'history', text: 'History' },
] as const

function Views() {
  const [shown, show] = useState<(typeof TABS)[number]['tab']>('bonus')
  return (
    <Tabs
      label="Views"
      tabs={TABS}
      shown={shown}
      link={({ tab }, attributes) => (
        <a {...attributes} href={`#${tab}`} onClick={() => show(tab)} />
      )}
    />
  )
}

function Choice() {
  const [value, setValue] = useState('picture')
  return (
    <Segments
      label="View"
      value={value}
      options={[
        { value: 'picture', text: 'Picture' },
        { value: 'list', text: 'List' },
      ]}
      onChange={setValue}
    />
  )
}

function Pages() {
  const [current, setCurrent] = useState(6)
  const [size, setSize] = useState(15)
  return (
    <Pagination
      current={current}
      last={12}
      size={size}
      labels={{
        pages: 'Pages',
        previous: 'Previous page',
        next: 'Next page',
        size: 'Rows on a page',
        page: (page) => `Page ${page}`,
      }}
      onPage={setCurrent}
      onSize={setSize}
    />
  )
}

function Dates() {
  const [value, setValue] = useState('2026-11-21')
  const texts = { wrongText: 'Enter an existing date.', calendarLabel: 'Open calendar' }
  return ['en-GB', 'de', 'ar', 'ja'].map((language) => (
    <DateField
      key={language}
      label={`Day, ${language}`}
      language={language}
      value={language === 'de' ? '' : language === 'ja' ? '2026-02-30' : value}
      onChange={setValue}
      {...texts}
    />
  ))
}

/** Fields. */
export function Entries() {
  return (
    <>
      <Section title="TextField">
        <TextField label="Email" hint="You sign in with it" defaultValue="anna@example.com" />
        <TextField label="Name" error="Use Latin letters only." defaultValue="Анна" required />
        <TextField label="City" optional="optional" size="lg" />
        <TextField label="Country" disabled defaultValue="Germany" />
      </Section>
      <Section title="DateField">
        <Dates />
      </Section>
      <Section title="TextAreaField">
        <TextAreaField label="Message" hint="What happened" defaultValue="Hello" />
        <TextAreaField label="Too short" error="Enter more characters." />
      </Section>
      <Section title="PasswordField">
        <PasswordField label="Password" showLabel="Show" hideLabel="Hide" defaultValue="secret" />
      </Section>
      <Section title="SelectField">
        <SelectField label="Sort by" defaultValue="b">
          <option value="a">Newest first</option>
          <option value="b">Largest first</option>
        </SelectField>
      </Section>
      <Section title="Field">
        <Field label="Amount" hint="In EUR" error="Enter an amount such as 12.50.">
          {(input) => <input {...input} className="input" defaultValue="12,5" />}
        </Field>
      </Section>
    </>
  )
}

/** Choices and codes. */
export function Choices() {
  const [code, setCode] = useState('123')
  return (
    <>
      <Section title="Checkbox and Switch">
        <Checkbox label="Unchecked" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Wrong" error="Please fill this in." />
        <Checkbox label="Disabled" disabled defaultChecked />
        <Switch label="Off" />
        <Switch label="On" defaultChecked />
        <Switch label="Held" disabled defaultChecked />
      </Section>
      <Section title="CodeField">
        <CodeField label="Code" value={code} onChange={setCode} onComplete={() => {}} />
        <CodeField
          label="Wrong code"
          error="The code is wrong."
          value="000000"
          onChange={() => {}}
          onComplete={() => {}}
        />
      </Section>
    </>
  )
}
