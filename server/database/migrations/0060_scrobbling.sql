-- expand
CREATE TABLE "scrobbles" (
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"track_id" uuid NOT NULL,
	"listened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scrobbles_user_id_service_listened_at_track_id_pk" PRIMARY KEY("user_id","service","listened_at","track_id")
);
--> statement-breakpoint
CREATE TABLE "scrobbling_accounts" (
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"url" text NOT NULL,
	"username" text NOT NULL,
	"encrypted_token" text NOT NULL,
	"is_rejected" boolean DEFAULT false NOT NULL,
	"playing_track_id" uuid,
	"playing_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scrobbling_accounts_user_id_service_pk" PRIMARY KEY("user_id","service")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "fediverse" text;--> statement-breakpoint
ALTER TABLE "scrobbles" ADD CONSTRAINT "scrobbles_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scrobbles" ADD CONSTRAINT "scrobbles_user_id_service_scrobbling_accounts_user_id_service_fk" FOREIGN KEY ("user_id","service") REFERENCES "public"."scrobbling_accounts"("user_id","service") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scrobbling_accounts" ADD CONSTRAINT "scrobbling_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scrobbles_of_track" ON "scrobbles" USING btree ("track_id");--> statement-breakpoint
CREATE INDEX "scrobbling_accounts_due" ON "scrobbling_accounts" USING btree ("service","next_attempt_at") WHERE next_attempt_at is not null;