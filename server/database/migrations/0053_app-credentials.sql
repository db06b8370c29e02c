CREATE TABLE "app_credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"encrypted_secret" text,
	"scopes" text[],
	"secret_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_by" text,
	CONSTRAINT "app_credentials_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "app_credentials_kind" CHECK (case "app_credentials"."kind" when 'app-password' then "app_credentials"."encrypted_secret" is not null else "app_credentials"."scopes" is not null end)
);
--> statement-breakpoint
ALTER TABLE "app_credentials" ADD CONSTRAINT "app_credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_credentials_of_user" ON "app_credentials" USING btree ("user_id","kind","created_at");