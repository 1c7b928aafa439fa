import { expect, test } from 'vitest'

import { deviceName, placeOf } from './device-name.ts'

const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome, Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  [`${APPLE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  ['Mozilla/5.0 (Linux; Android 16) SamsungBrowser/28.0 Chrome/130.0', 'Samsung Internet, Android'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('the device of %j is %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test.each([
  ['203.0.113.7', '203.0.x.x'],
  ['::ffff:203.0.113.7', '203.0.x.x'],
  ['2001:db8:1:2::3', '2001:db8:…'],
  ['', ''],
])('the place of %j is %j', (address, place) => {
  expect(placeOf(address)).toBe(place)
})
