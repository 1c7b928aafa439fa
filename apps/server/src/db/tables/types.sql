-- The identity provider's tables. Everything else is in `public`.
create schema passport;
grant usage on schema passport to partner_office_app;

-- Exact decimal numbers: percentages, rates, amounts before they are cut. No infinities.
create domain exact_amount as numeric
  constraint exact_amount_is_finite check (value > -1e40 and value < 1e40);

-- Amounts of coins, in the smallest unit.
create domain coin_units as numeric(38,0)
  constraint coin_units_are_finite check (value > -1e37 and value < 1e37);

-- Why a level of an order was not paid.
create type unpaid_reason as enum ('blocked', 'inactive', 'no_percent', 'below_smallest_unit');
